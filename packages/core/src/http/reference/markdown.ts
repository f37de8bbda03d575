import { type Html, html } from './html.ts';

/**
 * The little Markdown that the document's descriptions use: paragraphs, lists of `- `, and code in
 * backticks. All else is text.
 */
export function markdown(text: string): Html {
  return html`${text
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '')
    .map(blockOf)}`;
}

/** The same for one line: no paragraphs, no lists. */
export function inlineMarkdown(text: string): Html {
  const parts = text.split('`');
  // A backtick without a partner is itself.
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

function blockOf(block: string): Html {
  const lines = block.split('\n');
  if (!lines.every((line) => line.startsWith('- '))) return html`<p>${inlineMarkdown(block)}</p>`;
  return html`<ul>${lines.map((line) => html`<li>${inlineMarkdown(line.slice(2))}</li>`)}</ul>`;
}
