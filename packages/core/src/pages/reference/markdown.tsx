import type { VNode } from 'preact';

/**
 * Renders the subset of Markdown that descriptions use: paragraphs, lists with `- `, and code in
 * backticks. Everything else is text.
 */
export function Markdown({ text }: { readonly text: string }): VNode {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim() !== '');
  return (
    <>
      {blocks.map((block, index) => (
        <Block key={index} text={block} />
      ))}
    </>
  );
}

/** Renders one line: no paragraphs, no lists. */
export function InlineMarkdown({ text }: { readonly text: string }): VNode {
  const parts = text.split('`');
  // An unpaired backtick is text.
  if (parts.length % 2 === 0) return <>{text}</>;
  return (
    <>{parts.map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
  );
}

function Block({ text }: { readonly text: string }): VNode {
  const lines = text.split('\n');
  if (!lines.every((line) => line.startsWith('- '))) {
    return (
      <p>
        <InlineMarkdown text={text} />
      </p>
    );
  }
  return (
    <ul>
      {lines.map((line, index) => (
        <li key={index}>
          <InlineMarkdown text={line.slice(2)} />
        </li>
      ))}
    </ul>
  );
}
