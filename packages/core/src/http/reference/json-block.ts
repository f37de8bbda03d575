import { type Html, type HtmlPart, html } from './html.ts';

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
