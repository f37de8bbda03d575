import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { landmarkTopLevel } from './landmark-top-level.ts';

const of = (body: string) => outcomeOf(landmarkTopLevel, { body });

it.each([
  '<header>A<nav>B</nav></header><main>C</main><aside>D</aside><footer>E<nav>F</nav></footer>',
  '<main>A<aside>B</aside></main>',
  '<form><main>A</main></form>',
  '<form aria-label="Order"><main>A</main></form>',
  '<main>A<header>B</header><footer>C</footer></main>',
  '<nav>A<header>B</header></nav><main>C</main>',
  // In a section, it needs a name to be a landmark.
  '<main>A</main><section aria-label="B"><aside>C</aside></section>',
  '<header>A<div class="modal"><aside>B</aside></div></header>',
  '<header>A<aside hidden>B</aside></header>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['<header>A<aside>B</aside></header>', '<aside>'],
  ['<header>A<header>B</header></header>', '<header>'],
  ['<footer>A<div role="contentinfo">B</div></footer>', '<div role="contentinfo">'],
  ['<main>A<div role="banner">B</div></main>', '<div role="banner">'],
  ['<main>A<div role="main">B</div></main>', '<div role="main">'],
  ['<section aria-label="A"><main>B</main></section>', '<main>'],
  ['<section aria-label="A"><aside title="B">C</aside></section>', '<aside title="B">'],
])('warns about %s', async (body, tag) => {
  expect(await of(body)).toMatchObject({
    status: 'warn',
    value: { nested: 1 },
    evidence: [{ text: tag }],
  });
});

it('counts them', async () => {
  const body = '<header>A<aside>B</aside></header><main>C</main>';
  const summary = '1 of 3 headers, main parts, sidebars and footers is inside of another landmark.';
  expect(await of(body)).toMatchObject({ summary, value: { landmarks: 3, nested: 1 } });
});

it('does not apply to a page without them', async () => {
  expect((await of('<nav>A</nav><p>B</p>')).status).toBe('na');
});
