import fc from 'fast-check';
import type { TestSite } from '../../../packages/core/src/testing/adapter/test-site.ts';
import type { PlannedText, Reference } from '../request/request-plan.ts';

/** Where to take values from that a schema alone does not lead to, by the parameter's name. */
export interface KnownValues {
  /** Good ones. */
  readonly good: Readonly<Record<string, fc.Arbitrary<PlannedText>>>;
  /** Bad ones. */
  readonly bad: Readonly<Record<string, fc.Arbitrary<PlannedText>>>;
}

/** Which of several there are. Few, so that the same is met again. */
const which = fc.nat({ max: 7 });

/** One of the things that earlier answers gave. */
export function reference(
  ref: Reference['ref'],
  altered?: fc.Arbitrary<(text: string) => string>,
): fc.Arbitrary<Reference> {
  if (altered === undefined) return fc.record({ ref: fc.constant(ref), which });
  return fc.record({ ref: fc.constant(ref), which, altered });
}

/** Ids of what is somebody else's, or nobody's any more. */
export function lostId(kind: 'report' | 'website'): fc.Arbitrary<PlannedText> {
  return kind === 'report'
    ? fc.oneof(reference('deleted report'), reference('report of another'))
    : fc.oneof(reference('deleted website'), reference('website of another'));
}

/** Values for the parameters of this API. */
export function knownValues(site: TestSite): KnownValues {
  const host = site.address;
  return {
    good: {
      url: fc.constantFrom(`${site.url}/`, `${site.url}/nowhere`, `${site.url}/to-page`, host),
      website_id: fc.oneof(reference('own website'), lostId('website')),
      cursor: reference('cursor'),
      'If-None-Match': entityTag,
      'If-Match': entityTag,
      'Idempotency-Key': fc.constantFrom('a', 'b', 'c'),
      search: fc.constantFrom('example', 'A_B%20c', 'münchen', '%', '', 'b.test'),
    },
    bad: {
      'Idempotency-Key': fc.constantFrom('', 'a'.repeat(256), 'ü', 'a\tb', ' a'),
      'If-None-Match': oddEntityTag,
      'If-Match': oddEntityTag,
      cursor: fc.oneof(
        { weight: 1, arbitrary: reference('cursor') },
        { weight: 3, arbitrary: reference('cursor', fc.constantFrom(...damages)) },
      ),
      url: fc.constantFrom(
        `${site.url}/pdf`,
        `${site.url}/loop`,
        `${site.url}/big`,
        `${site.url}/to-private`,
        `http://${site.closedAddress}/`,
        `https://${host}/`,
        `http://127.0.0.1:${site.privatePort}/`,
        `http://user:pass@${host}/`,
        'ftp://example.com/',
        'javascript:alert(1)',
        'http://',
        '//',
        'http://169.254.169.254/latest/meta-data',
        'http://[::1]/',
        'http://0x7f.1/',
        'http://localhost:99999/',
        `http://${'a'.repeat(64)}.example/`,
      ),
    },
  };
}

/** The tag of an answer, in each form that the header may have. */
const entityTag: fc.Arbitrary<PlannedText> = fc.oneof(
  reference('etag'),
  reference(
    'etag',
    fc.constantFrom(
      (tag: string) => `W/${tag}`,
      (tag: string) => `"x", ${tag}`,
    ),
  ),
  fc.constantFrom('*', '"x"', 'W/"x"', '"a", "b"'),
);

/** What is nearly one. */
const oddEntityTag: fc.Arbitrary<PlannedText> = fc.constantFrom(
  '',
  'x',
  ',,',
  '"',
  '"a" "b"',
  '*, "a"',
);

/** What may become of a cursor on its way. */
const damages = [
  (text: string) => text.slice(0, -1),
  (text: string) => `${text}A`,
  (text: string) => text.replace(/^./, (first) => (first === 'W' ? 'X' : 'W')),
  (text: string) => text.toUpperCase(),
  (text: string) => `${text}=`,
  (text: string) => rewritten(text, (parts) => [parts[0], parts[1], -1, parts[3]]),
  (text: string) => rewritten(text, (parts) => [parts[0], { a: 1 }, parts[2], parts[3]]),
  (text: string) => rewritten(text, (parts) => [parts[0], 'text', parts[2], parts[3]]),
  (text: string) => rewritten(text, (parts) => [1 - Number(parts[0]), ...parts.slice(1)]),
  (text: string) => rewritten(text, (parts) => [...parts, 1]),
  ...['[1,', 'null', '{}', '1', '""'].map((json) => () => Buffer.from(json).toString('base64url')),
];

/** A cursor with its inside changed, as somebody might who looked in. */
function rewritten(
  text: string,
  change: (parts: readonly unknown[]) => readonly unknown[],
): string {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (!Array.isArray(parts)) return text;
    return Buffer.from(JSON.stringify(change(parts))).toString('base64url');
  } catch {
    return text;
  }
}
