import type { ComponentChild } from 'preact';

/** Parts with a separator between them. */
export function joined(
  parts: readonly ComponentChild[],
  separator: string,
): readonly ComponentChild[] {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [separator, part]));
}
