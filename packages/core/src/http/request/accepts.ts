/** A part of an `Accept` header: up to a comma that is not in quotes. */
const rangesOf = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;
const token = "[!#$%&'*+.^_`|~0-9a-z-]+";
const mediaRange = new RegExp(`^${token}/${token}$`);
const quality = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** A media range with its weight, from 0 to 1. */
interface Range {
  /** In lower case: `text/csv`, `text/*`. */
  readonly name: string;
  readonly weight: number;
}

/**
 * The one of several content types that a client prefers (RFC 9110, 12.5.1): of equal ones the first.
 * It is also the first if none is acceptable, or the header was not sent. Of the parameters of a range, only
 * the weight counts; malformed ranges are ignored.
 *
 * @param accept The `Accept` header.
 * @param types In lower case, without parameters. The first is the default.
 * @example
 * ```ts
 * preferredType('text/csv, *\/*;q=0.8', ['application/json', 'text/csv']); // 'text/csv'
 * ```
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  types: readonly [Type, ...Type[]],
): Type {
  const [first] = types;
  if (accept === undefined || accept === '*/*') return first;
  const ranges = (accept.match(rangesOf) ?? []).flatMap(rangeOf);
  let best = { type: first, weight: 0 };
  for (const type of types) {
    const weight = weightOf(type, ranges);
    if (weight > best.weight) best = { type, weight };
  }
  return best.type;
}

/** Whether a client accepts a content type: without the header, any. */
export function accepts(accept: string | undefined, type: string): boolean {
  if (accept === undefined) return true;
  return weightOf(type, (accept.match(rangesOf) ?? []).flatMap(rangeOf)) > 0;
}

/** The weight of the most specific range for a type; 0 if there is none. */
function weightOf(type: string, ranges: readonly Range[]): number {
  const [group] = type.split('/', 1);
  for (const name of [type, `${group}/*`, '*/*']) {
    const weights = ranges.filter((range) => range.name === name).map(({ weight }) => weight);
    if (weights.length > 0) return Math.max(...weights);
  }
  return 0;
}

function rangeOf(text: string): readonly Range[] {
  const [name = '', ...parameters] = text.toLowerCase().split(';');
  const trimmed = name.trim();
  if (!mediaRange.test(trimmed)) return [];
  const weights = parameters
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter.startsWith('q='))
    .map((parameter) => parameter.slice(2));
  const [weight = '1'] = weights;
  return quality.test(weight) ? [{ name: trimmed, weight: Number(weight) }] : [];
}
