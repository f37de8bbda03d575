import type { ComponentChild, VNode } from 'preact';

const token =
  /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Formatted JSON with syntax highlighting. */
export function JsonBlock({ value }: { readonly value: unknown }): VNode {
  const text = JSON.stringify(value, null, 2) ?? '';
  const parts: ComponentChild[] = [];
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (string === undefined) parts.push(<span class="literal">{whole}</span>);
    else if (colon === undefined) parts.push(<span class="string">{string}</span>);
    else parts.push(<span class="key">{string}</span>, colon);
  }
  parts.push(text.slice(end));
  return (
    <pre>
      <code>{parts}</code>
    </pre>
  );
}
