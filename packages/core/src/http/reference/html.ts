const markup = Symbol('markup');

/** Markup that may stand in a page as it is. Only {@link html} and {@link rawMarkup} make it. */
export interface Html {
  readonly [markup]: string;
}

/** What a template may hold: markup as it is, texts escaped, lists joined, nothing for nothing. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Makes markup of a template: every text in it is escaped, for content and quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const pieces = strings.map((string, index) => string + textOf(parts[index]));
  return { [markup]: pieces.join('') };
}

/** Takes a text that we wrote ourselves as markup. */
export function rawMarkup(text: string): Html {
  return { [markup]: text };
}

/** The markup as text, for sending. */
export function markupOf(part: Html): string {
  return part[markup];
}

function textOf(part: HtmlPart): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  if (typeof part === 'number') return String(part);
  return markup in part ? part[markup] : part.map(textOf).join('');
}
