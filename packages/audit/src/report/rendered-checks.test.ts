import { describe, expect, it } from 'vitest';
import type { Check } from '../checks/check.ts';
import { factsOf, type PageUnderTest } from '../checks/fixtures/facts-of.ts';
import { quickSpeed, speedWith } from '../checks/fixtures/measured-speed.ts';
import { checks as ruleset } from '../checks/index.ts';
import { jsDependent } from '../checks/seo/content/js-dependent.ts';
import type { Outcome } from '../outcome.ts';
import { tagsEvidence } from '../readings/evidence.ts';
import { builtFactsOf } from '../readings/rendered-page.ts';
import { runChecks } from '../scoring/run-checks.ts';
import { scoreResults } from '../scoring/score.ts';

const common = {
  category: 'seo',
  importance: 'medium',
  title: 'T',
  advice: 'A',
  source: 'S',
} as const;

/** Fails for each image, quoting them. */
const noImages: Check = {
  ...common,
  id: 'no-images',
  run: ({ page }): Outcome => ({
    status: page.images.length > 0 ? 'fail' : 'pass',
    summary: `${page.images.length} images.`,
    evidence: tagsEvidence(page.images),
  }),
};

const resultOf = async (check: Check, page: PageUnderTest) => {
  const result = (await runChecks([check], await factsOf(page))).get(check.id);
  if (result === undefined) throw new Error('The check has no result.');
  return result;
};

const two = '<html><body>\n<img src="a.png">\n<img src="b.png"></body></html>';
const three = '<html><body><img src="a.png"><img src="b.png"><img src="c.png"></body></html>';

it('reads the page as built, and says what the HTML of the server got', async () => {
  const result = await resultOf(noImages, { html: '<html></html>', rendered: { html: three } });
  expect(result).toMatchObject({
    status: 'fail',
    summary: '3 images.',
    readFrom: 'rendered',
    sourceStatus: 'pass',
    evidence: [{ text: '<img src="a.png">' }, { text: '<img src="b.png">' }, {}],
  });
});

it('has no other status where both have the same', async () => {
  const result = await resultOf(noImages, { html: two, rendered: { html: three } });
  expect(result).toMatchObject({ status: 'fail', summary: '3 images.', readFrom: 'rendered' });
  expect(result).not.toHaveProperty('sourceStatus');
});

it('has the positions in the source of tags that are there once', async () => {
  const html = `${two}<img src="b.png">`;
  const { evidence } = await resultOf(noImages, { html, rendered: { html: `${three}<img>` } });
  expect(evidence).toEqual([
    { kind: 'html', text: '<img src="a.png">', line: 2, column: 1 },
    { kind: 'html', text: '<img src="b.png">' },
    { kind: 'html', text: '<img src="c.png">' },
    { kind: 'html', text: '<img>' },
  ]);
});

it('keeps the evidence of the source if both find the same', async () => {
  const { evidence, readFrom } = await resultOf(noImages, {
    html: '<html><body>\n<img   src=a.png></body></html>',
    rendered: { html: '<html><body><img src="a.png"></body></html>' },
  });
  expect({ evidence, readFrom }).toEqual({
    evidence: [{ kind: 'html', text: '<img   src=a.png>', line: 2, column: 1 }],
    readFrom: 'rendered',
  });
});

it('has no positions of tags that only the document of the browser has', async () => {
  const facts = await factsOf({ html: two, rendered: { html: three } });
  const [, , last] = builtFactsOf(facts).page.images;
  if (last === undefined) throw new Error('There is no third image.');
  // As the sample of links does, which is the same for both forms.
  const sampled: Check = {
    ...noImages,
    run: () => ({ status: 'fail', summary: 'One.', evidence: tagsEvidence([last]) }),
  };
  const result = (await runChecks([sampled], facts)).get('no-images');
  expect(result?.evidence).toEqual([{ kind: 'html', text: '<img src="c.png">' }]);
});

it.each(['site', 'response'] as const)(
  'reads the source for checks about the %s',
  async (about) => {
    const check: Check = { ...noImages, about };
    const result = await resultOf(check, { html: two, rendered: { html: three } });
    expect(result).toMatchObject({ summary: '2 images.' });
    expect(result).not.toHaveProperty('readFrom');
  },
);

it('reads the source for checks that are about it', async () => {
  const check: Check = { ...noImages, reads: 'source' };
  const result = await resultOf(check, { html: two, rendered: { html: three } });
  expect(result).toMatchObject({ summary: '2 images.', evidence: [{ line: 2 }, { line: 3 }] });
  expect(result).not.toHaveProperty('readFrom');
});

const browserCheck: Check = {
  ...common,
  id: 'in-browser',
  reads: 'browser',
  run: ({ page }) => ({
    status: 'fail',
    summary: `${page.images.length} images.`,
    evidence: [{ kind: 'html', text: '<img>', selector: 'body > img' }],
  }),
};

it('evaluates checks that need a browser only for pages that were rendered', async () => {
  expect(await resultOf(browserCheck, { rendered: { html: three } })).toMatchObject({
    status: 'fail',
    summary: '3 images.',
    weight: 5,
    readFrom: 'rendered',
    evidence: [{ kind: 'html', text: '<img>', selector: 'body > img' }],
  });
  const without = await resultOf(browserCheck, {});
  expect(without).toMatchObject({ status: 'na', weight: 0, points: null });
  const failed = await resultOf(browserCheck, { rendered: 'render_timed_out' });
  expect(failed).toMatchObject({
    status: 'error',
    weight: 0,
    summary: 'The page was not rendered: it took too long in the browser.',
  });
});

it('reports a check that throws once, for the page as built', async () => {
  const failures: string[] = [];
  const faulty: Check = {
    ...noImages,
    run: ({ page }) => {
      throw new Error(`${page.images.length} images`);
    },
  };
  const facts = await factsOf({ html: two, rendered: { html: three } });
  const onCheckFailed = ({ error }: { readonly error: unknown }) => failures.push(String(error));
  const results = await runChecks([faulty], facts, { onCheckFailed });
  expect(failures).toEqual(['Error: 3 images']);
  expect(results.get('no-images')).toMatchObject({ status: 'error', readFrom: 'rendered' });
});

const head = '<title>Rye</title><meta name="viewport" content="width=device-width">';
const shell = `<html lang="en">${head}<div id="root"></div><script src="/app.js"></script></html>`;
const words = (count: number) =>
  `<html lang="en">${head}<h1>Rye</h1><p>${'rye '.repeat(count)}</p></html>`;

it('compares the words of both forms for the check of scripts', async () => {
  const of = (html: string, built: string) =>
    resultOf(jsDependent, { html, rendered: { html: built } });
  expect(await of(shell, words(400))).toMatchObject({
    status: 'warn',
    summary: 'Without JavaScript, the page has only 0 of its 401 words.',
    evidence: [{ text: '<script src="/app.js">' }],
  });
  expect(await of(words(200), words(400))).toMatchObject({ status: 'pass' });
  expect(await of(words(190), words(400))).toMatchObject({ status: 'warn' });
  expect(await of(shell, words(40))).toMatchObject({
    status: 'warn',
    summary: 'Without JavaScript, the page has only 0 of its 41 words.',
  });
  // Its scripts did not load, or add nothing.
  expect(await of(shell, shell)).toMatchObject({
    status: 'warn',
    summary: 'The page has only 0 words, also after its scripts have run in a browser.',
  });
  expect(await of(words(20), words(40))).toMatchObject({ status: 'pass' });
});

it('is not partial if the browser has seen the content', async () => {
  const score = async (page: PageUnderTest) =>
    scoreResults(ruleset, await runChecks(ruleset, await factsOf(page)), { expectIndexable: true });
  const seen = await score({ html: shell, rendered: { html: words(400) } });
  const hidden = await score({ html: shell });
  const failed = await score({ html: shell, rendered: 'render_crashed' });
  expect([seen.partial, hidden.partial, failed.partial]).toEqual([false, true, true]);
  expect([seen.gates, failed.gates].map((gates) => gates.map(({ check }) => check))).toEqual([
    [],
    ['js-dependent'],
  ]);
  expect(seen.categories.seo.score).not.toBeNull();
  // A browser that is missing costs nothing.
  expect([failed.score, failed.coverage]).toEqual([hidden.score, hidden.coverage]);
  expect(failed.categories.accessibility.notEvaluated).toBeGreaterThan(0);
});

it('finds no missing content in a page that was rendered', async () => {
  const built =
    '<html lang="en"><div id="root"><p>Rye</p></div><script src="/app.js"></script></html>';
  const results = await runChecks(
    ruleset,
    await factsOf({ html: shell, rendered: { html: built } }),
  );
  expect(results.get('h1')).toMatchObject({ status: 'fail', readFrom: 'rendered' });
});

describe('speed', () => {
  const poor = speedWith({
    totalBlockingTime: { value: 900, min: 900, max: 900, rating: 'poor', tasks: 3, scripts: [] },
  });
  const scored = async (page: PageUnderTest) =>
    scoreResults(ruleset, await runChecks(ruleset, await factsOf(page)), { expectIndexable: true });

  it('that was measured counts in its category, and not in the score', async () => {
    const [without, quick, slow] = [
      await scored({}),
      await scored({ speed: quickSpeed }),
      await scored({ speed: poor }),
    ];
    expect([quick.score, slow.score]).toEqual([without.score, without.score]);
    expect([quick.coverage, slow.coverage]).toEqual([without.coverage, without.coverage]);
    expect(slow.checks.tbt).toMatchObject({
      status: 'fail',
      readFrom: 'measured',
      weight: 0,
      deduction: 0,
      gain: 0,
    });
    const [none, good, bad] = [without, quick, slow].map(
      ({ categories }) => categories.performance,
    );
    expect([none?.includesSpeed, good?.includesSpeed, bad?.includesSpeed]).toEqual([
      undefined,
      true,
      true,
    ]);
    expect(good?.score).toBe(none?.score);
    // One failed finding of medium importance.
    expect((good?.score ?? 0) - (bad?.score ?? 0)).toBeGreaterThanOrEqual(10);
    expect(slow.categories.seo).toEqual(without.categories.seo);
  });

  it('that was not measured does not apply, and one that could not be is not evaluated', async () => {
    expect((await scored({})).checks.lcp).toMatchObject({ status: 'na', weight: 0 });
    const message = 'The speed of the page was not measured: no browser was available.';
    const speed = { status: 'failed', reason: 'renderer_unavailable', message } as const;
    const failed = await scored({ speed });
    expect(failed.checks.lcp).toMatchObject({ status: 'error', summary: message, weight: 0 });
    expect(failed.coverage).toBe((await scored({})).coverage);
    expect(failed.categories.performance).not.toHaveProperty('includesSpeed');
  });
});
