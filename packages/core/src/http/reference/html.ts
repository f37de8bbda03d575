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

/**
 * Renders the subset of Markdown that descriptions use: paragraphs, lists with `- `, and code in
 * backticks. Everything else is text.
 */
export function markdown(text: string): Html {
  return html`${text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map(blockOf)}`;
}

/** Renders one line: no paragraphs, no lists. */
export function inlineMarkdown(text: string): Html {
  const parts = text.split('`');
  // An unpaired backtick is text.
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

function blockOf(block: string): Html {
  const lines = block.split('\n');
  if (!lines.every((line) => line.startsWith('- '))) return html`<p>${inlineMarkdown(block)}</p>`;
  return html`<ul>${lines.map((line) => html`<li>${inlineMarkdown(line.slice(2))}</li>`)}</ul>`;
}

const token =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Formatted JSON with syntax highlighting. */
export function jsonBlock(value: unknown): Html {
  const text = JSON.stringify(value, null, 2) ?? '';
  const parts: HtmlPart[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (string === undefined) parts.push(html`<span class="literal">${whole}</span>`);
    else if (colon === undefined) parts.push(html`<span class="string">${string}</span>`);
    else parts.push(html`<span class="key">${string}</span>`, colon);
  }
  parts.push(text.slice(end));
  return html`<pre><code>${parts}</code></pre>`;
}
