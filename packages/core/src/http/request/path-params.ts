import { slugPattern } from '../../listing/slug.ts';

/**
 * Kinds of parameters in a path. `number`: a positive integer, such as an id. `token`: 1 to 64
 * letters, digits, `-` and `_`. `slug`: 1 to 64 lowercase letters and digits, in words with `-` between them, such as
 * the id of an issue.
 */
export type ParamKind = 'number' | 'token' | 'slug';

/** The parameters of a path, by name. */
export type ParamKinds = Readonly<Record<string, ParamKind>>;

/** The values of {@link ParamKinds}. */
export type ParamValues<Kinds extends ParamKinds> = {
  readonly [Name in keyof Kinds]: Kinds[Name] extends 'number' ? number : string;
};

const numberPattern = /^[1-9]\d{0,15}$/;

/** The pattern of a `token`. */
export const tokenPattern = '^[A-Za-z0-9_\\-]{1,64}$';
const token = new RegExp(tokenPattern);

const slug = new RegExp(slugPattern);

/** Parses the parameters of a path. Returns `undefined` if one is not of its kind, so that no store is queried. */
export function parseParams(
  kinds: ParamKinds,
  sent: Readonly<Record<string, string>>,
): ParamValues<ParamKinds> | undefined {
  const values: Record<string, number | string> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const value = parsers[kind](sent[name] ?? '');
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values as ParamValues<ParamKinds>;
}

const parsers: Readonly<Record<ParamKind, (text: string) => number | string | undefined>> = {
  number: (text) => {
    const value = numberPattern.test(text) ? Number(text) : Number.NaN;
    return Number.isSafeInteger(value) ? value : undefined;
  },
  token: (text) => (token.test(text) ? text : undefined),
  slug: (text) => (slug.test(text) ? text : undefined),
};
