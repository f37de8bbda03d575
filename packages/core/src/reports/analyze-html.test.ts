import { memoryStore } from '@sitegrade/store-memory';
import { expect, it } from 'vitest';
import { createContext } from '../context/create-context.ts';
import { analyzeHtml } from './analyze-html.ts';

const html = '<!doctype html><html lang="en"><title>Rye bread</title><img src="/a.png">';
const open = (more = {}) => createContext({ store: memoryStore(), ...more });

it('checks HTML, whose URL may be one that is never requested', async () => {
  const now = () => new Date('2026-06-01T12:00:00Z');
  const analysis = await analyzeHtml(open({ now }), 'ann', {
    html,
    url: 'http://localhost:3000/a',
  });
  expect(analysis).toMatchObject({
    url: 'http://localhost:3000/a',
    domain: 'localhost:3000',
    title: 'Rye bread',
    createdAt: now(),
    checks: { 'image-alt': { status: 'fail' }, https: { status: 'na' } },
  });
  expect(analysis.categoryScores.accessibility).toBe(analysis.categories.accessibility.score);
  expect((await analyzeHtml(open(), 'ann', { html })).finalUrl).toBe('https://page.invalid/');
});

it('is one of the concurrent analyses of its owner', async () => {
  const context = open({ analyses: { perOwner: 1 } });
  const [first, second, other] = await Promise.allSettled(
    ['ann', 'ann', 'bob'].map((owner) => analyzeHtml(context, owner, { html })),
  );
  expect([first?.status, other?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(second).toMatchObject({ reason: { code: 'rate_limited' } });
  const waiting = ['ann', 'ann'].map((owner) =>
    analyzeHtml(context, owner, { html }, { wait: true }),
  );
  expect(await Promise.all(waiting)).toHaveLength(2);
});

it.each([
  [{ html: 5 }, 'invalid_input'],
  [{ html, url: 'ftp://bread.example/' }, 'url_not_allowed'],
  [{ html, url: '' }, 'invalid_input'],
])('refuses %j', async (input, code) => {
  await expect(analyzeHtml(open(), 'ann', input as never)).rejects.toMatchObject({ code });
});

it('ends with its signal', async () => {
  const signal = AbortSignal.abort(new Error('left'));
  await expect(analyzeHtml(open(), 'ann', { html }, { signal })).rejects.toThrow('left');
});
