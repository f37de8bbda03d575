import { knownTag } from '../tokens/tags.ts';
import type { TagToken } from '../tokens/token.ts';
import { attribute, valueIn } from './attributes.ts';
import type { ElementContext } from './collected.ts';

const spacing = /(?:letter-spacing|word-spacing|line-height)\s*:[^;]{0,100}!\s*important/i;

/** Elements whose content browsers do not show as text. */
const withoutText = new Set(
  'iframe noembed noframes noscript script style template title'.split(' ').map(knownTag),
);

/** Characters of the text that are kept. */
const textLength = 300;

/** Keeps the fact of a text whose spacing is important. */
export function keepSpacedText(
  token: TagToken,
  { collected, hidden, indexed, keep, sourceOf }: ElementContext,
): void {
  const style = valueIn(token, indexed, attribute.style) ?? '';
  if (!spacing.test(style) || withoutText.has(token.tag)) return;
  const source = token.text.slice(token.end, token.end + textLength);
  const text = source.replace(/<.*/s, '').toWellFormed();
  if (text.trim() === '') return;
  const { line, column, html } = sourceOf(token.start, token.end);
  keep(collected.spacedTexts, { line, column, html, style, hidden, text }, text.length);
}
