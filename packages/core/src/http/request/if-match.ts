import type { Field } from './field.ts';

/** What an `If-Match` asks for: any state there is, or one with one of these entity tags. */
export type IfMatch = '*' | readonly string[];

/**
 * One element of the list, empty ones too, with the comma or the end behind it. What is beside each other
 * in it shares no character, so that nothing is read twice but the whitespace that a failure gives back.
 */
const element = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

/** The header `If-Match` (RFC 9110, 13.1.1). Tags come as `ETag` has them, quotes included. */
export const ifMatchField: Field<IfMatch | undefined> = {
  description:
    'Only if the website still has one of these entity tags, as `ETag` gives them; `*` for any.',
  schema: { type: 'string', pattern: '^(\\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$' },
  example: '"lAWlB2OcA6_5hxKODCd6IdE_zMuwcXTvFqUzaRnUvTg"',
  isList: true,
  absent: { value: undefined },
  read: (raw) => {
    const value = typeof raw === 'string' ? parse(raw) : undefined;
    if (value) return { value };
    return { issue: 'must be * or a list of entity tags in quotes, as ETag gives them.' };
  },
};

/** Whether the tag is one that was asked for. It compares strongly: a weak tag matches nothing. */
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
