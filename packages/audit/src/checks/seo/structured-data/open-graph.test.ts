import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { openGraph } from './open-graph.ts';

const of = (head: string) => outcomeOf(openGraph, { head });
const tag = (name: string, content: string) => `<meta property="${name}" content="${content}">`;
const tags = {
  'og:title': 'A',
  'og:type': 'website',
  'og:image': 'https://example.com/a.png',
  'og:url': 'https://example.com/',
};
const head = (other: Record<string, string> = {}) =>
  Object.entries({ ...tags, ...other })
    .map(([name, content]) => tag(name, content))
    .join('');

it('fails a page without any', async () => {
  expect(await of('')).toMatchObject({
    status: 'fail',
    summary: 'The page has no Open Graph tags.',
  });
  expect((await of(tag('og:locale', 'en'))).status).toBe('fail');
});

it('passes the four that are required', async () => {
  expect(await of(head())).toMatchObject({
    status: 'pass',
    value: { missing: [], description: false },
  });
});

it.each(Object.keys(tags))('warns without %s, or with an empty one', async (name) => {
  const expected = (what: string) => ({
    status: 'warn',
    points: 0.75,
    summary: `The Open Graph tags are incomplete: ${name} is ${what}.`,
    value: { missing: [name] },
  });
  expect(await of(head({ [name]: ' ' }))).toMatchObject(expected('empty'));
  expect(await of(head().replace(`"${name}"`, '"og:other"'))).toMatchObject(expected('missing'));
});

it('asks only for the tags that are missing', async () => {
  expect(
    await of(tag('og:title', 'A') + tag('og:image', 'https://example.com/a.png')),
  ).toMatchObject({
    summary: 'The Open Graph tags are incomplete: og:type and og:url are missing.',
    advice: 'Add og:type and og:url to the <head>: <meta property="og:type" content="website">.',
  });
  expect((await of(head({ 'og:image': '/a.png' }))).advice).toContain('beginning with https://');
});

it.each([
  ['name instead of property', head().replaceAll('property=', 'name=')],
  ['any case', head().replaceAll('og:', 'OG:')],
  ['several names in one tag', head().replace('"og:title"', '"og:title twitter:title"')],
  ['og:image:url', head().replace('og:image', 'og:image:url')],
  ['og:image:secure_url', head().replace('og:image', 'og:image:secure_url')],
])('passes %s', async (_, text) => {
  expect((await of(text)).status).toBe('pass');
});

it.each(['/a.png', 'a.png', '//example.com/a.png', 'data:image/png;base64,AA', 'https://'])(
  'warns about the URL %s, which is not absolute',
  async (content) => {
    const outcome = await of(head({ 'og:image': content }));
    expect(outcome).toMatchObject({
      status: 'warn',
      points: 0.875,
      evidence: [{ kind: 'html', text: tag('og:image', content) }],
    });
    expect(outcome.summary).toContain(`${content} is not an absolute URL`);
    expect((await of(head({ 'og:url': content }))).status).toBe('warn');
  },
);

it('reads tags that a broken head has put into the body', async () => {
  expect((await of(`<div></div>${head()}`)).status).toBe('pass');
});

it('looks at 2,000 meta tags, and at 100 characters of a name', async () => {
  const other = (count: number) => tag('og:x', 'x').repeat(count);
  expect((await of(`${other(1_996)}${head()}`)).status).toBe('pass');
  expect((await of(`${other(2_000)}${head()}`)).value).toMatchObject({ missing: { length: 4 } });
  const long = (spaces: number) => `${' '.repeat(spaces)}og:title`;
  expect((await of(head({ 'og:title': '' }) + tag(long(92), 'A'))).status).toBe('pass');
  expect((await of(head({ 'og:title': '' }) + tag(long(93), 'A'))).status).toBe('warn');
});
