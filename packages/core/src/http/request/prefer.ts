import type { Field } from './fields.ts';

/** The longest time that a client may wait for a response, in seconds. */
const maxWaitSeconds = 30;

/** What a client prefers (RFC 7240), of what this API supports. */
export interface Preference {
  /** Whether to respond before the work is done. */
  readonly respondAsync: boolean;
  /** Seconds to wait before responding; `undefined` if the client did not say. */
  readonly waitSeconds: number | undefined;
}

/** The header `Prefer`. Preferences that are unknown or malformed are ignored (RFC 7240, 2). */
export const preferField: Field<Preference> = {
  description: `\`respond-async\` creates a job and returns it as a 202. With \`wait=N\` besides, at most ${maxWaitSeconds}, the response is the finished one if the job ends within N seconds. \`Preference-Applied\` tells which preferences were followed.`,
  schema: { type: 'string' },
  example: 'respond-async, wait=10',
  isList: true,
  absent: { value: { respondAsync: false, waitSeconds: undefined } },
  read: (raw) => ({ value: parsePrefer(String(raw)) }),
};

const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";
const word = `(?:${token}|"(?:[^"\\\\]|\\\\.)*")`;
/** One preference with its value, and its parameters, which none of ours has. */
const preference = new RegExp(
  `^[ \\t]*(${token})(?:[ \\t]*=[ \\t]*(${word}))?(?:[ \\t]*;[^,"]*(?:"(?:[^"\\\\]|\\\\.)*"[^,"]*)*)?[ \\t]*$`,
);
/** A comma that is not in a quoted value ends a preference. */
const preferences = /(?:[^,"]|"(?:[^"\\]|\\.)*")+/g;

/** Parses the header. Of a preference that is sent twice, the first counts (RFC 7240, 2). */
export function parsePrefer(value: string): Preference {
  const values = new Map<string, string>();
  for (const [part] of value.slice(0, maxLength).matchAll(preferences)) {
    const [, name = '', sent = ''] = preference.exec(part) ?? [];
    const key = name.toLowerCase();
    if (key !== '' && !values.has(key)) values.set(key, sent.replace(/^"(.*)"$/s, '$1'));
  }
  const wait = values.get('wait') ?? '';
  return {
    respondAsync: values.has('respond-async'),
    waitSeconds: /^\d{1,9}$/.test(wait) ? Math.min(Number(wait), maxWaitSeconds) : undefined,
  };
}

/** A header longer than this is not one of preferences. */
const maxLength = 1_000;

/** The value of `Preference-Applied` (RFC 7240, 3) of a response that was sent before the work was done, or after. */
export function preferenceApplied({ waitSeconds }: Preference, isDone: boolean): string {
  const wait = waitSeconds === undefined ? [] : [`wait=${waitSeconds}`];
  return [...(isDone ? [] : ['respond-async']), ...wait].join(', ');
}
