import { describe, expect, it } from 'vitest';
import type { LargestPaintParts, MeasuredSpeed } from '../../render/speed.ts';
import { outcomeOf, type PageUnderTest } from '../fixtures/facts-of.ts';
import { quickSpeed, speedWith } from '../fixtures/measured-speed.ts';
import { cls } from './cls.ts';
import { lcp } from './lcp.ts';
import { tbt } from './tbt.ts';
import { unusedPreload } from './unused-preload.ts';

const metric = (value: number, rating: 'good' | 'needs_improvement' | 'poor') => {
  return { value, min: value, max: value, rating };
};
const image = 'https://example.com/hero.jpg';

describe('lcp', () => {
  const noParts = { firstByteMs: 0, requestDelayMs: 0, downloadMs: 0, paintDelayMs: 0 };
  const of = (
    parts: Partial<LargestPaintParts>,
    {
      url = image,
      html = '<img src="hero.jpg">',
      ...page
    }: { url?: string | null; html?: string; body?: string } = {},
    changes: Partial<MeasuredSpeed> = {},
  ) => {
    const value = Object.values(parts).reduce((sum, ms) => sum + ms, 0);
    const rating = value > 4_000 ? 'poor' : value > 2_500 ? 'needs_improvement' : 'good';
    const largestContentfulPaint = {
      ...metric(value, rating),
      element: { selector: '#hero', html },
      url,
      parts: { ...noParts, ...parts },
    } as const;
    return outcomeOf(lcp, { ...page, speed: speedWith({ largestContentfulPaint, ...changes }) });
  };

  it('quotes the element, and says what the time consists of', async () => {
    expect(await of({ firstByteMs: 200, requestDelayMs: 4_000, downloadMs: 600 })).toMatchObject({
      status: 'fail',
      summary: 'The largest image of the first screen is shown after 4.8 s; up to 2.5 s is good.',
      value: { value: 4_800, url: image, parts: { requestDelayMs: 4_000 }, range: [4_080, 5_520] },
      evidence: [{ text: '<img src="hero.jpg">', selector: '#hero' }],
    });
  });

  it('fails a picture that was not complete when the measurement ended', async () => {
    const { largestContentfulPaint } = quickSpeed;
    const outcome = await outcomeOf(lcp, {
      speed: speedWith({
        largestContentfulPaint: {
          ...largestContentfulPaint,
          value: 15_000,
          rating: 'poor',
          isUnfinished: true,
          url: 'https://example.com/hero.png',
          parts: null,
        },
      }),
    });
    expect(outcome).toMatchObject({
      status: 'fail',
      summary:
        'The largest image of the first screen was not complete after 15.0 s, when the measurement ended; up to 2.5 s is good.',
      advice: expect.stringContaining('Make «https://example.com/hero.png» much smaller'),
    });
  });

  it('has points that fall evenly from good to poor', async () => {
    expect(await of({ paintDelayMs: 3_250 })).toMatchObject({ status: 'warn', points: 0.5 });
    expect(await of({ paintDelayMs: 2_500 })).toMatchObject({ status: 'pass' });
  });

  it.each([
    ['the server', { firstByteMs: 3_000 }, {}, '3.0 s of 3.0 s pass until the server responds.'],
    [
      'an image that scripts add',
      { requestDelayMs: 3_000 },
      {},
      'It is not in the HTML of the server: write it there as an <img>',
    ],
    [
      'a lazy image',
      { requestDelayMs: 3_000 },
      { html: '<img loading="lazy" src="hero.jpg">' },
      'Remove loading="lazy" from the quoted image',
    ],
    [
      'one of several sizes of an image',
      { requestDelayMs: 3_000 },
      { body: '<img src="/small.jpg" srcset="/small.jpg 1x, /hero.jpg 2x" alt="">' },
      'Add fetchpriority="high" to the quoted image',
    ],
    [
      'an image that is preloaded for CSS',
      { requestDelayMs: 3_000 },
      { body: '<link rel="preload" as="image" href="/hero.jpg">' },
      'Add fetchpriority="high" to the quoted image',
    ],
    [
      'an image of the page',
      { requestDelayMs: 3_000 },
      { body: '<img src="/hero.jpg">' },
      'Add fetchpriority="high" to the quoted image',
    ],
    ['a large image', { downloadMs: 3_000 }, {}, 'Make it smaller'],
    [
      'a page built by scripts',
      { paintDelayMs: 3_000 },
      { url: null },
      'Send it in the HTML of the server',
    ],
  ])('advises what to do about %s', async (_what, parts, page, advice) => {
    expect((await of(parts, page)).advice).toContain(advice);
  });

  it('names the file or the script that keeps it from being painted', async () => {
    const parts = { firstByteMs: 200, paintDelayMs: 3_000 };
    const blockingFiles = [{ url: 'https://example.com/a.css?v=1', ms: 3_000 }];
    expect((await of(parts, { url: null }, { blockingFiles })).advice).toContain(
      'The browser waits for «https://example.com/a.css», which is received after 3.0 s.',
    );
    const scripts = [{ url: 'https://example.com/app.js', ms: 900 }];
    const totalBlockingTime = { ...metric(900, 'poor'), tasks: 2, scripts };
    expect((await of(parts, { url: null }, { totalBlockingTime })).advice).toContain(
      'Scripts keep the browser busy, most of all «https://example.com/app.js».',
    );
  });

  it('is not evaluated for a page that paints nothing: that is not an improvement', async () => {
    const speed = speedWith({ largestContentfulPaint: null });
    expect((await outcomeOf(lcp, { speed })).status).toBe('error');
  });
});

describe('cls', () => {
  const moved = [{ selector: '#text', html: '<p id="text">' }];
  const banner = { selector: 'div.ad', html: '<div class="ad">' };
  const of = (
    value: number,
    cause: MeasuredSpeed['cumulativeLayoutShift']['shifts'][number]['cause'],
  ) => {
    const rating = value > 0.25 ? 'poor' : value > 0.1 ? 'needs_improvement' : 'good';
    const shifts = [{ atMs: 900, score: value, moved, cause }];
    return outcomeOf(cls, {
      speed: speedWith({ cumulativeLayoutShift: { ...metric(value, rating), shifts } }),
    });
  };

  it.each([
    ['image', banner, image, '<div class="ad"> moves <p id="text">', 'width and height'],
    ['added', banner, null, '<div class="ad"> moves <p id="text">', 'min-height'],
    ['font', null, 'https://example.com/a.woff2', '<p id="text">', 'size-adjust'],
  ] as const)('names the cause: %s', async (kind, element, url, text, advice) => {
    const outcome = await of(0.3, { kind, element, url });
    expect(outcome).toMatchObject({ status: 'fail', evidence: [{ text }] });
    expect(outcome.advice).toContain(advice);
  });

  it('quotes what moved where the cause is not known', async () => {
    expect(await of(0.2, null)).toMatchObject({
      status: 'warn',
      points: 0.33,
      evidence: [{ text: '<p id="text">', selector: '#text' }],
      advice: cls.advice,
    });
  });

  it('says only of more than half that most of it has one cause', async () => {
    const metric = { value: 0.3, min: 0.3, max: 0.3, rating: 'poor' as const };
    const shift = {
      atMs: 1,
      score: 0.1,
      moved,
      cause: { kind: 'image' as const, element: banner, url: null },
    };
    const summaryOf = async (score: number) => {
      const shifts = [{ ...shift, score }, shift];
      const speed = speedWith({ cumulativeLayoutShift: { ...metric, shifts } });
      return (await outcomeOf(cls, { speed })).summary;
    };
    expect(await summaryOf(0.2)).toContain('Most of it comes from an image without a size.');
    expect(await summaryOf(0.12)).toContain('The largest part comes from');
  });

  it('passes a page that hardly moves', async () => {
    expect(await of(0.05, null)).toMatchObject({ status: 'pass', value: { range: [0.03, 0.07] } });
    expect((await outcomeOf(cls, { speed: quickSpeed })).summary).toBe(
      'Nothing moves while the page loads.',
    );
  });
});

describe('tbt', () => {
  const of = (value: number, scripts: readonly { url: string; ms: number }[], tasks = 3) => {
    const rating = value > 600 ? 'poor' : value > 200 ? 'needs_improvement' : 'good';
    return outcomeOf(tbt, {
      speed: speedWith({ totalBlockingTime: { ...metric(value, rating), tasks, scripts } }),
    });
  };

  it('quotes the scripts with their share', async () => {
    const scripts = [
      { url: 'https://example.com/app.js', ms: 700 },
      { url: '', ms: 100 },
    ];
    expect(await of(900, scripts)).toMatchObject({
      status: 'fail',
      summary:
        '3 long tasks keep the page from responding for 900 ms; up to 200 ms is good. 700 ms of that are taken by https://example.com/app.js.',
      evidence: [{ text: 'https://example.com/app.js' }, { text: 'https://example.com/page' }],
      value: { range: [630, 1_170], scripts },
    });
  });

  it('does not blame a script for styles and layout', async () => {
    const outcome = await of(400, [], 1);
    expect(outcome).toMatchObject({ status: 'warn', points: 0.5 });
    expect(outcome.advice).toContain('No script takes this time');
  });

  it('passes up to 200 ms', async () => {
    expect((await of(200, [])).status).toBe('pass');
  });
});

it('says how far several loads differ', async () => {
  const largestContentfulPaint = { ...quickSpeed.largestContentfulPaint, min: 900, max: 1_500 };
  const speed = speedWith({ runs: 5, largestContentfulPaint });
  expect(await outcomeOf(lcp, { speed })).toMatchObject({
    summary:
      'The largest text of the first screen is shown after 1.2 s (900 ms to 1.5 s in 5 loads).',
    value: { min: 900, max: 1_500, range: [700, 1_700] },
  });
});

describe('unused-preload', () => {
  const head = '<link rel="preload" as="script" href="/a.js">';
  const of = (unusedPreloads: readonly string[], page: PageUnderTest = { head }) =>
    outcomeOf(unusedPreload, { ...page, speed: speedWith({ unusedPreloads }) });

  it('quotes the tag, or else the URL', async () => {
    const outcome = await of(['https://example.com/a.js', 'https://example.com/b.js']);
    expect(outcome).toMatchObject({
      status: 'warn',
      summary: '2 preloaded files are not used within a few seconds.',
      evidence: [{ text: head }, { text: 'https://example.com/b.js' }],
    });
  });

  it('passes files that are used, and does not apply without any', async () => {
    expect((await of([])).status).toBe('pass');
    expect((await of([], {})).status).toBe('na');
  });
});
