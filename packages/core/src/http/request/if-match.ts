import type { Field } from './fields.ts';

/** The value of `If-Match`: any version, or one of these entity tags. */
export type IfMatch = '*' | readonly string[];

/**
 * One element of the list, which may be empty, with the comma or the end after it. Adjacent parts of
 * the pattern share no character, so that it does not backtrack except over whitespace.
 */
const element = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/** The header `If-Match` (RFC 9110, 13.1.1). Tags keep their quotes, as in `ETag`. */
export const ifMatchField: Field<IfMatch | undefined> = {
  description:
    'Apply the request only if the website still has one of these entity tags (see `ETag`); `*` matches any.',
  schema: { type: 'string', pattern: '^(\\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$' },
  example: '"lAWlB2OcA6_5hxKODCd6IdE_zMuwcXTvFqUzaRnUvTg"',
  isList: true,
  absent: { value: undefined },
  read: (raw) => {
    const value = typeof raw === 'string' ? parse(raw) : undefined;
    if (value) return { value };
    return { issue: 'must be * or a list of quoted entity tags, as sent in ETag.' };
  },
};

/** Whether the tag is one of those sent. The comparison is strong: a weak tag never matches. */
export function meetsIfMatch(ifMatch: IfMatch, etag: string): boolean {
  return ifMatch === '*' || ifMatch.includes(etag);
}

function parse(text: string): IfMatch | undefined {
  if (text.trim() === '*') return '*';
  const tags: string[] = [];
  element.lastIndex = 0;
  while (element.lastIndex < text.length) {
    const found = element.exec(text);
    if (found === null) return undefined;
    if (found[1] !== undefined) tags.push(found[1]);
  }
  return tags;
}
