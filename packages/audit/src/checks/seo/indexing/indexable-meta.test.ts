import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { indexableMeta } from './indexable-meta.ts';

const head = (tags: string) => outcomeOf(indexableMeta, { head: tags });

it('passes a page without robots meta tags', async () => {
  expect(await head('')).toMatchObject({ status: 'pass', value: [] });
});

it.each([
  'noindex',
  'NOINDEX',
  ' nofollow , noindex ',
  'foo, noindex, bar',
  'all, none, all',
  ' Unavailable_after: 25-Aug-2007 15:00:00 EST, all',
  'none',
  'unavailable_after: 2026-05-31',
  'unavailable_after: 25 Jun 2010 15:00:00 PST',
  'unavailable_after: Friday, 25-Jun-10 15:00:00 UTC',
  'unavailable_after: 2023-06-01 12:00 CET',
  'unavailable_after: jun 1 2026 11:59 am',
  'unavailable_after: 2026-06-01T13:59:00+02:00',
  'unavailable_after: 2026-06-01T11:59:00',
])('fails content="%s"', async (content) => {
  const outcome = await head(`<meta name="robots" content="${content}">`);
  expect(outcome.status).toBe('fail');
  expect(outcome.evidence).toMatchObject([
    { kind: 'html', text: `<meta name="robots" content="${content}">`, line: 1, column: 38 },
  ]);
});

it.each([
  'index, follow',
  'nofollow',
  'nosnippet',
  'max-snippet:0',
  'noindexing',
  'unavailable_after: 2030-01-01',
  'unavailable_after: jun 1 2026 12:01 pm',
  'unavailable_after: 2026-06-01T12:01:00',
  '',
])('passes content="%s"', async (content) => {
  expect((await head(`<meta name="robots" content="${content}">`)).status).toBe('pass');
});

it('combines several tags: the most restrictive one applies', async () => {
  const noindex = '<meta name="googlebot" content="noindex">';
  const index = '<meta name="robots" content="index">';
  expect((await head(noindex + index)).status).toBe('fail');
  expect((await head(index + noindex)).status).toBe('fail');
});

it('warns if only another search engine is blocked, and names it', async () => {
  const outcome = await head('<meta name="Bingbot" content="noindex">');
  expect(outcome).toMatchObject({ status: 'warn', value: ['bingbot: noindex'] });
  expect(outcome.summary).toContain('bingbot');
});

it.each(['googlebot-news', 'yandex', 'baiduspider'])(
  'lists directives for %s and passes: blocking it is a choice',
  async (name) => {
    const outcome = await head(`<meta name="${name}" content="noindex">`);
    expect(outcome).toMatchObject({ status: 'pass', value: [`${name}: noindex`] });
  },
);

it('reports every directive, and no more than a reader wants', async () => {
  expect(
    await head('<meta name=robots content="nofollow, max-snippet:0,noarchive">'),
  ).toMatchObject({
    status: 'pass',
    value: ['robots: nofollow', 'robots: max-snippet: 0', 'robots: noarchive'],
  });
  const many = await head('<meta name=robots content="nofollow">'.repeat(40));
  expect(many.value).toHaveLength(25);
});

it('quotes a tag once, and names a crawler once', async () => {
  const tag = '<meta name="bingbot" content="noindex, none">';
  const outcome = await head(tag + tag);
  expect(outcome.evidence).toHaveLength(2);
  expect(outcome.summary).toMatch(/: bingbot\.$/);
});

it('ignores tags with another name', async () => {
  expect((await head('<meta name="description" content="noindex">')).status).toBe('pass');
  expect((await head('<meta name="otherbot" content="noindex">')).value).toEqual([]);
  expect((await head('<meta property="robots" content="noindex">')).status).toBe('pass');
});

it('ignores white space around the name', async () => {
  expect((await head('<meta name=" robots " content="noindex">')).status).toBe('fail');
});

it('reads the head only', async () => {
  const body = '<meta name="robots" content="noindex">';
  expect((await outcomeOf(indexableMeta, { body })).status).toBe('pass');
});

it('compares dates with the time of the analysis', async () => {
  const tag = '<meta name="robots" content="unavailable_after: 2026-06-01T12:00:00Z">';
  const before = await outcomeOf(indexableMeta, {
    head: tag,
    now: new Date('2026-06-01T11:59:59Z'),
  });
  expect(before.status).toBe('pass');
  expect((await head(tag)).status).toBe('fail');
});

it.each(['noindex nofollow', 'noindex; nofollow', 'NOFOLLOW NOINDEX', 'none|noarchive'])(
  'warns about “%s”, which may be taken for noindex',
  async (content) => {
    const outcome = await head(`<meta name="robots" content="${content}">`);
    expect(outcome).toMatchObject({ status: 'warn', evidence: [{ kind: 'html' }] });
    expect(outcome.summary).toContain('without a comma');
  },
);

it('does not read other words with spaces as noindex', async () => {
  const outcome = await head('<meta name="robots" content="index follow, noindexing all">');
  expect(outcome.status).toBe('pass');
});

it('reports other restrictions, but not permissions', async () => {
  const limited = '<meta name="robots" content="nofollow, max-snippet:0, max-image-preview:none">';
  expect(await head(limited)).toMatchObject({
    status: 'pass',
    summary:
      'A robots meta tag allows indexing, but limits what search engines show or follow: nofollow, max-snippet: 0, max-image-preview: none.',
    evidence: [{ text: limited }],
  });
  const open = '<meta name="robots" content="follow, max-snippet:-1, max-image-preview:large">';
  expect(await head(open)).toMatchObject({
    summary: 'A robots meta tag is present and allows indexing.',
  });
  const another = '<meta name="googlebot-news" content="nosnippet">';
  expect(await head(another)).toMatchObject({
    summary: 'A robots meta tag is present and allows indexing.',
  });
});

it.each([
  ['noindex，nofollow', 'are not separated by “,”'],
  ['index、follow', 'are not separated by “,”'],
  ['max-snippet: 10；noarchive', 'are not separated by “,”'],
  ['unavailable_after: 13.05.2021', 'whose date search engines cannot read'],
  ['unavailable_after: nonsense', 'whose date search engines cannot read'],
  ['unavailable_after', 'whose date search engines cannot read'],
])('warns about “%s”, which search engines do not understand', async (content, reason) => {
  expect(await head(`<meta name="robots" content="${content}">`)).toMatchObject({
    status: 'warn',
    summary: expect.stringContaining(`contains “${content}”, `),
    evidence: [{ text: expect.stringContaining(content) }],
  });
  const { summary } = await head(`<meta name="robots" content="${content}">`);
  expect(summary).toContain(reason);
  expect((await head(`<meta name="robots" content="${content}, noindex">`)).status).toBe('fail');
});
