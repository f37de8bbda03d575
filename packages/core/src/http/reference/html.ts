const markup = Symbol('markup');

/** Safe HTML. Only {@link html} and {@link rawMarkup} create it. */
export interface Html {
  readonly [markup]: string;
}

/** A value in a template: HTML is inserted as it is, strings are escaped, lists are joined, `undefined` is empty. */
export type HtmlPart = Html | string | number | undefined | readonly HtmlPart[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Creates HTML from a template. Strings are escaped for content and quoted attributes. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const pieces = strings.map((string, index) => string + textOf(parts[index]));
  return { [markup]: pieces.join('') };
}

/** Marks a trusted string as HTML. */
export function rawMarkup(text: string): Html {
  return { [markup]: text };
}

/** The HTML as a string. */
export function markupOf(part: Html): string {
  return part[markup];
}

function textOf(part: HtmlPart): string {
  if (part === undefined) return '';
  if (typeof part === 'string') return part.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
  if (typeof part === 'number') return String(part);
  return markup in part ? part[markup] : part.map(textOf).join('');
}
