import { type Html, html } from './html.ts';

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
