import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import type { Check } from '../checks/check.ts';
import { evaluate, factsOf } from '../checks/fixtures/facts-of.ts';
import { quickSpeed } from '../checks/fixtures/measured-speed.ts';
import { checks as ruleset } from '../checks/index.ts';
import { stopTime } from '../fixtures/fake-time.ts';
import type { Json, Outcome } from '../outcome.ts';
import type { Probe } from '../probes/probe-facts.ts';
import type { Sample } from '../probes/unrequested-samples.ts';
import { type CheckFailure, runChecks } from './run-checks.ts';

const facts = await factsOf({ body: '<img src=a.png><img src=b.png alt="B">' });

function checkReturning(outcome: Outcome | Error): Check {
  return {
    id: 'a',
    category: 'seo',
    importance: 'medium',
    title: 'Title',
    advice: 'Advice',
    source: 'https://example.com/',
    run: () => {
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

const resultOf = async (outcome: Outcome | Error) =>
  (await runChecks([checkReturning(outcome)], facts)).get('a');

it.each([
  ['pass', 1],
  ['warn', 0.5],
  ['fail', 0],
  ['na', null],
  ['error', null],
] as const)('gives %s %s points', async (status, points) => {
  expect(await resultOf({ status, summary: '' })).toMatchObject({ status, points, weight: 5 });
});

it('accepts points from a check', async () => {
  expect((await resultOf({ status: 'warn', summary: '', points: 0.75 }))?.points).toBe(0.75);
  expect((await resultOf({ status: 'na', summary: '', points: 0.75 }))?.points).toBeNull();
});

it('includes advice only for warnings and failures', async () => {
  expect((await resultOf({ status: 'fail', summary: '' }))?.advice).toBe('Advice');
  expect((await resultOf({ status: 'warn', summary: '' }))?.advice).toBe('Advice');
  expect((await resultOf({ status: 'pass', summary: '' }))?.advice).toBeNull();
});

it('prefers the advice of the outcome', async () => {
  const outcome = { status: 'fail', summary: '', advice: 'Log in' } as const;
  expect((await resultOf(outcome))?.advice).toBe('Log in');
  expect((await resultOf({ ...outcome, status: 'pass' }))?.advice).toBeNull();
  expect((await resultOf({ ...outcome, advice: 'x'.repeat(1_001) }))?.advice).toHaveLength(1_000);
});

const checkAbout = (about?: Check['about']): Check => ({
  ...checkReturning({ status: 'fail', summary: 'Wrong.' }),
  ...(about && { about }),
});

it('evaluates only checks about the site if the server did not show the page', async () => {
  const refused = await factsOf({ status: 403 });
  const statusOf = async (about?: Check['about']) =>
    (await runChecks([checkAbout(about)], refused)).get('a')?.status;
  expect(await statusOf()).toBe('na');
  expect(await statusOf('site')).toBe('fail');
  expect(await statusOf('response')).toBe('fail');
});

it('evaluates only checks about the response if a login of another site responded', async () => {
  const login = await factsOf({
    url: 'https://login.example.net/',
    redirects: [[302, 'https://example.com/page']],
  });
  const statusOf = async (about?: Check['about']) =>
    (await runChecks([checkAbout(about)], login)).get('a')?.status;
  expect(await statusOf('site')).toBe('na');
  expect(await statusOf('response')).toBe('fail');
});

it('keeps at most 25 quotes', async () => {
  const evidence = Array.from({ length: 40 }, () => ({ kind: 'url', text: 'x' }) as const);
  expect((await resultOf({ status: 'fail', summary: '', evidence }))?.evidence).toHaveLength(25);
});

it('turns a check that throws into an error with its cause, and keeps the others', async () => {
  const error = new Error('broken');
  const checks = [
    checkReturning(error),
    { ...checkReturning({ status: 'pass', summary: '' }), id: 'b' },
    { ...checkReturning({ status: 'error', summary: 'Not fetched.' }), id: 'c' },
  ];
  const failures: CheckFailure[] = [];
  const onCheckFailed = (failure: CheckFailure) => failures.push(failure);
  expect(Object.fromEntries(await runChecks(checks, facts, { onCheckFailed }))).toMatchObject({
    a: { status: 'error' },
    b: { status: 'pass' },
    c: { status: 'error' },
  });
  expect(failures).toEqual([{ check: 'a', url: facts.response.url, error }]);
});

it('handles the rejection of a returned promise', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  const check = {
    ...checkReturning({ status: 'pass', summary: '' }),
    run: () => Promise.reject(new Error('broken')) as unknown as Outcome,
  };
  expect((await runChecks([check], facts)).get('a')).toMatchObject({ status: 'error' });
  await new Promise(setImmediate);
  expect(unhandled).not.toHaveBeenCalled();
  process.off('unhandledRejection', unhandled);
});

it('lists results in the order of the ruleset', async () => {
  expect([...(await runChecks(ruleset, facts)).keys()]).toEqual(ruleset.map(({ id }) => id));
});

it('returns the same results for the same facts, without errors of built-in checks', async () => {
  const first = Object.fromEntries(await runChecks(ruleset, facts));
  expect(Object.fromEntries(await runChecks(ruleset, facts))).toEqual(first);
  expect(Object.values(first).filter(({ status }) => status === 'error')).toEqual([]);
  expect(JSON.parse(JSON.stringify(first))).toEqual(first);
});

const cutTo = (length: number) => `${'x'.repeat(length - 1)}…`;

function tenStrings(): Json {
  return [...Array(9).fill('x'.repeat(1_998)), cutTo(1_996)];
}

const circular: Record<string, Json> = {};
circular.own = circular;

describe('the outcome of a check', () => {
  it.each([
    ['points beyond 1', { status: 'pass', summary: '', points: 1.5 }, 'points must be'],
    [
      'points that are not a number',
      { status: 'warn', summary: '', points: NaN },
      'points must be',
    ],
    ['an unknown status', { status: 'ok', summary: '' }, 'status must be one of pass, warn,'],
    [
      'a status from Object.prototype',
      { status: 'toString', summary: '' },
      'status must be one of',
    ],
    ['a promise', Promise.resolve({ status: 'pass', summary: '' }), 'not a promise'],
    [
      'a promise of another realm',
      runInNewContext('Promise.resolve({ status: "pass", summary: "" })'),
      'not a promise',
    ],
    ['nothing', undefined, 'an object with status and summary'],
    ['no summary', { status: 'pass' }, 'summary must be a string'],
    [
      'advice of another type',
      { status: 'fail', summary: '', advice: 1 },
      'advice must be a string',
    ],
    ['a value that is not JSON', { status: 'pass', summary: '', value: 1n }, 'value must be JSON'],
    ['a circular value', { status: 'pass', summary: '', value: circular }, 'at most 100 levels'],
  ])('is an error for %s, with the cause', async (_what, outcome, why) => {
    const errors: unknown[] = [];
    const onCheckFailed = ({ error }: CheckFailure) => errors.push(error);
    const check = checkReturning(outcome as Outcome);
    const results = await runChecks([check], facts, { onCheckFailed });
    expect(results.get('a')).toMatchObject({ status: 'error', points: null });
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining(why) })]);
  });

  it('is stored without characters that stores reject', async () => {
    const result = await resultOf({
      status: 'fail',
      summary: `a\0b\ud800${'c'.repeat(2_000)}`,
      value: { 'k\0': ['\udc00', undefined as unknown as string], n: Number.NaN },
      evidence: [{ kind: 'html', text: 'd\0'.repeat(300), line: 3 }],
    });
    expect(result?.summary).toHaveLength(1_000);
    expect(result?.summary.slice(0, 4)).toBe('a\ufffdb\ufffd');
    expect(result?.value).toEqual({ 'k\ufffd': ['\ufffd', null], n: null });
    const text = `${'d\ufffd'.repeat(150).slice(0, 299)}…`;
    expect(result?.evidence).toEqual([{ kind: 'html', text, line: 3 }]);
  });

  it.each<[string, Json, Json]>([
    ['text', 'x'.repeat(20_001), `${'x'.repeat(19_997)}…`],
    ['list', Array(30_000).fill(1), Array(9_999).fill(1)],
    ['list of texts', Array(300).fill('x'.repeat(1_998)), tenStrings()],
    ['text in an object', { a: { b: 'x'.repeat(30_000) } }, { a: { b: cutTo(19_986) } }],
    ['key', { a: 1, ['k'.repeat(30_000)]: 2, b: 3 }, { a: 1 }],
  ])('keeps its status if a %s in its value is shortened', async (_what, value, kept) => {
    const result = await resultOf({ status: 'fail', summary: 'Links are broken.', value });
    expect(result).toMatchObject({ status: 'fail', points: 0, advice: 'Advice' });
    expect(result?.summary).toBe(
      'Links are broken. The value is shortened: it has more than 20,000 characters.',
    );
    expect(result?.value).toEqual(kept);
    expect(JSON.stringify(result?.value).length).toBeLessThan(20_100);
  });

  it('is cut so that the note on a shortened value fits', async () => {
    const value = 'x'.repeat(30_000);
    const result = await resultOf({ status: 'warn', summary: 'a'.repeat(2_000), value });
    expect(result?.summary).toHaveLength(1_000);
    expect(result?.summary).toMatch(/a… The value is shortened/);
  });

  it('keeps a value of the maximum length', async () => {
    const result = await resultOf({ status: 'pass', summary: 'Fine.', value: 'x'.repeat(19_998) });
    expect(result).toMatchObject({ status: 'pass', summary: 'Fine.', value: 'x'.repeat(19_998) });
  });
});

describe('samples of other URLs', () => {
  const skipped = {
    kind: 'skipped',
    url: 'https://example.com/x',
    reason: 'not_requested',
  } as const;
  const samples: readonly Sample[] = [
    'links',
    'externalLinks',
    'images',
    'resources',
    'canonical',
    'alternates',
    'favicons',
    'sharedImage',
    'crossOrigin',
  ];

  /** It reads the canonical page only if the link names this page with http. */
  const samplesOf = ({ id, samples = [] }: Check): readonly Sample[] =>
    id === 'canonical-https' ? [] : samples;
  /** All links are in one list. */
  const readAs = (sample: Sample): Sample => (sample === 'externalLinks' ? 'links' : sample);

  it.each(ruleset.map((check) => [check.id, check] as const))(
    'are those that %s reads',
    async (_id, check) => {
      const page = await factsOf({
        head: '<link rel=canonical href=/a><link rel=icon href=/i><meta property=og:image content=/o>',
        body: '<p>Text <a href=/b>B</a><img src=/a.jpg>',
        speed: quickSpeed,
      });
      const read = new Set<string>();
      const probes = new Proxy(page.probes, {
        get: (target, name, receiver) => {
          read.add(String(name));
          return Reflect.get(target, name, receiver);
        },
      });
      evaluate(check, { ...page, probes });
      expect(samples.filter((sample) => read.has(sample)).sort()).toEqual(
        [...new Set(samplesOf(check).map(readAs))].sort(),
      );
    },
  );

  const [tag] = facts.page.images;
  if (tag === undefined) throw new Error('The page has no image.');
  const withImage = (probe: Probe) => {
    const images = { total: 1, sample: [{ tag, own: true, probe }] };
    return { ...facts, probes: { ...facts.probes, images } };
  };
  const check = {
    ...checkReturning({ status: 'fail', summary: 'Run.' }),
    samples: ['images'] as const,
  };
  const responseWith = (status: number) => ({ kind: 'response', status }) as const;

  it('that were not requested make a check that reads them not apply', async () => {
    const a = (await runChecks([check], withImage(skipped))).get('a');
    expect(a).toMatchObject({ status: 'na', points: null, value: null, advice: null });
    expect(a?.summary).toBe(
      'Not checked: a crawl does not request the images for each page. In a report, this check costs up to 5 points.',
    );
  });

  it.each([
    { ...skipped, reason: 'robots_txt' },
    { ...skipped, kind: 'failed' as const },
  ])('that were skipped or failed otherwise do not: %j', async (probe) => {
    expect((await runChecks([check], withImage(probe))).get('a')?.status).toBe('fail');
  });

  it.each([
    ['all of them', { kind: 'failed', reason: 'dns_not_found' }, 1, false],
    ['all that robots.txt allows', { reason: 'robots_txt' }, 1, false],
    [
      'all, but one failed as it may not next time',
      { kind: 'failed', reason: 'fetch_timeout' },
      1,
      true,
    ],
    ['as many as there was time for', { reason: 'out_of_time' }, 1, true],
    ['some of many', { kind: 'failed', reason: 'dns_not_found' }, 2, true],
    ['all, which are missing', responseWith(404), 1, false],
    ['all, which the server refuses to us', responseWith(403), 1, false],
    ['all, but one was too many requests', responseWith(429), 1, true],
    ['all, but the server was overloaded', responseWith(503), 1, true],
  ] as const)('were requested: %s', async (_, part, total, sampled) => {
    const page = withImage({ ...skipped, ...part } as Probe);
    const images = { ...page.probes.images, total };
    const given = { ...page, probes: { ...page.probes, images } };
    expect((await runChecks([check], given)).get('a')?.sampled).toBe(sampled);
    const { samples: _samples, ...unsampled } = check;
    expect((await runChecks([unsampled], given)).get('a')?.sampled).toBe(false);
  });

  it('that were not requested do not matter to other checks', async () => {
    for (const samples of [undefined, [], ['links'] as const]) {
      const other = {
        ...checkReturning({ status: 'fail', summary: 'Run.' }),
        ...(samples && { samples }),
      };
      expect((await runChecks([other], withImage(skipped))).get('a')?.status).toBe('fail');
    }
  });
});

it('yields to the event loop between checks', async () => {
  const pass = stopTime();
  let rounds = 0;
  const slow = (id: string): Check => ({
    ...checkReturning({ status: 'pass', summary: '' }),
    id,
    run: () => {
      pass(3);
      return { status: 'pass', summary: String(rounds) };
    },
  });
  const running = runChecks(['a', 'b', 'c'].map(slow), facts);
  const count = () => setImmediate(() => ++rounds < 100 && count());
  count();
  const results = await running;
  expect(Number(results.get('c')?.summary)).toBeGreaterThan(0);
});
