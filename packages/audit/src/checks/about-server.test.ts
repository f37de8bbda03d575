import { expect, it } from 'vitest';
import type { AuditFacts } from '../audit-facts.ts';
import { optionsOf } from './check.ts';
import { factsOf } from './fixtures/facts-of.ts';
import { pageUrl, pageWith } from './fixtures/page-without-faults.ts';
import { checks } from './index.ts';

/**
 * Headers without which a page has no fault: where the server of local files does not send them, nothing is found.
 * A check that reads any other one reports on the server.
 */
const optional = new Set([
  // The server of local files sends it as hosts of static sites do.
  'content-type',
  'content-language',
  'link',
  'refresh',
  'tdm-reservation',
  'x-robots-tag',
  // A test whether the client is a browser.
  'cf-mitigated',
  'sg-captcha',
  'x-amzn-waf-action',
  'x-sucuri-block',
  'x-vercel-mitigated',
]);

/** What else only a server decides, of the response, the probes and each requested file. */
const decided = {
  response: ['timings'],
  probes: ['handshake', 'plainHttp', 'hostVariant', 'crossOrigin'],
  resource: ['cacheControl', 'expires', 'date', 'etag', 'lastModified', 'contentEncoding'],
};

/** Facts that call `onRead` with what only a server decides. */
function watched(facts: AuditFacts, onRead: (name: string) => void): AuditFacts {
  const watch = <Value extends object>(value: Value, names: readonly string[]): Value =>
    new Proxy(value, {
      get(target, name) {
        if (names.includes(String(name))) onRead(String(name));
        const read: unknown = Reflect.get(target, name);
        return typeof read === 'function' ? read.bind(target) : read;
      },
    });
  const headers = new Map(facts.response.headers);
  headers.get = (name) => {
    if (!optional.has(name)) onRead(name);
    return facts.response.headers.get(name);
  };
  headers.has = (name) => headers.get(name) !== undefined;
  const { resources } = facts.probes;
  const sample = resources.sample.map((one) => ({
    ...one,
    probe: watch(one.probe, decided.resource),
  }));
  return {
    ...facts,
    response: watch({ ...facts.response, headers }, decided.response),
    probes: watch({ ...facts.probes, resources: { ...resources, sample } }, decided.probes),
  };
}

const script = {
  kind: 'response',
  url: 'https://example.com/app.js',
  finalUrl: 'https://example.com/app.js',
  status: 200,
  contentType: 'text/javascript',
  cacheControl: null,
  expires: null,
  date: null,
  etag: null,
  lastModified: null,
  contentEncoding: null,
  transferBytes: 90_000,
  bytes: 90_000,
  spaces: 10,
  complete: true,
} as const;

it('is said of every check that reads what only a server decides', async () => {
  const head = '<script src="/app.js"></script>';
  const { page } = await factsOf({ head });
  const [tag] = page.scripts;
  if (tag === undefined) throw new Error('The page has no script.');
  const resources = {
    total: 1,
    sample: [{ tag, type: 'script', own: true, probe: script } as const],
  };
  const pages = [pageWith({ head }), pageWith({ head }, { url: pageUrl.replace('https', 'http') })];
  const reads = new Map<string, Set<string>>();
  for (const given of pages) {
    const facts = await factsOf({ ...given, probes: { resources } });
    for (const check of checks) {
      const read = reads.get(check.id) ?? new Set<string>();
      reads.set(check.id, read);
      check.run(
        watched(facts, (name) => read.add(name)),
        optionsOf(check),
      );
    }
  }
  const readers = checks.filter(({ id }) => (reads.get(id)?.size ?? 0) > 0).map(({ id }) => id);
  const said = checks.filter(({ isAboutServer }) => isAboutServer).map(({ id }) => id);
  // It only reads the scheme of the URL.
  expect(said.filter((id) => !readers.includes(id))).toEqual(['https']);
  expect(readers.filter((id) => !said.includes(id))).toEqual([]);
});
