import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { redirects } from './redirects.ts';

const url = 'https://www.example.com/page';
const of = (...urls: readonly string[]) =>
  outcomeOf(redirects, { url, redirects: urls.map((target) => [301, target] as const) });
const steps = (count: number) =>
  of(...Array.from({ length: count }, (_, index) => `https://www.example.com/${index}`));

it.each([
  [0, 'pass'],
  [1, 'pass'],
  [2, 'warn'],
  [3, 'warn'],
  [4, 'fail'],
  [5, 'fail'],
])('%i redirects: %s', async (count, status) => {
  expect(await steps(count)).toMatchObject({ status, value: { redirects: count } });
});

it('fails a page that loads itself again at once, but not one that goes to its own fragment', async () => {
  const refresh = (content: string) =>
    outcomeOf(redirects, { url, head: `<meta http-equiv="refresh" content="${content}">` });
  for (const content of ['0', '0; url=/page']) {
    expect(await refresh(content)).toMatchObject({
      status: 'fail',
      summary: 'The page loads itself again at once, without an end.',
      evidence: [{ kind: 'html' }],
    });
  }
  for (const content of ['0; url=#top', '300', '0; url=/other'])
    expect((await refresh(content)).status).toBe('pass');
});

it('quotes each hop in its order', async () => {
  expect(await steps(2)).toMatchObject({
    summary: 'The URL leads to the page through 2 redirects.',
    value: { chain: ['301 https://www.example.com/0', '301 https://www.example.com/1'] },
    evidence: [
      { kind: 'url', text: '301 https://www.example.com/0 → https://www.example.com/1' },
      { kind: 'url', text: `301 https://www.example.com/1 → ${url}` },
    ],
  });
});

it('allows a redirect to https before one to another host', async () => {
  const right = await of('http://example.com/page', 'https://example.com/page');
  expect(right).toMatchObject({ status: 'pass', value: { redirects: 2 } });
  const roundabout = await of('http://example.com/page', 'http://www.example.com/page');
  expect(roundabout.status).toBe('pass');
  const plain = await of('http://a.example.com/', 'http://b.example.com/');
  expect(plain.status).toBe('warn');
  const twice = await of('http://example.com/', 'https://example.com/', 'https://example.com/a');
  expect(twice.status).toBe('warn');
});

it('fails a step back to http, and quotes it first', async () => {
  const outcome = await of('https://example.com/', 'http://www.example.com/page');
  expect(outcome).toMatchObject({
    status: 'fail',
    evidence: [{ text: '301 https://example.com/ → http://www.example.com/page' }, {}],
  });
});
