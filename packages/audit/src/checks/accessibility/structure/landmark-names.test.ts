import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { landmarkNames } from './landmark-names.ts';

const of = (body: string) => outcomeOf(landmarkNames, { body });

it.each([
  '<aside aria-label="News">A</aside><aside aria-label="Shop">B C</aside>',
  '<aside>A</aside><aside aria-label="Shop">B C</aside>',
  '<section aria-label="News">A</section><div role="region" aria-labelledby="x">B C</div>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<aside>A</aside><aside>B C</aside>',
  '<main><aside>A</aside><aside>B C</aside></main>',
  '<aside aria-label="News">A</aside><div role="complementary" aria-label="news">B C</div>',
  '<section aria-label="News">A</section><section aria-label="News">B C</section>',
])('warns about %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'warn',
    summary: '2 of 2 sidebars and named sections have the name of another, or none.',
    value: { landmarks: 2, indistinct: 2 },
    evidence: [{ kind: 'html' }, { kind: 'html' }],
  });
});

it.each([
  '<aside>A</aside>',
  '<section>A</section><section>B C</section>',
  // In a section, it needs a name to be a landmark.
  '<article><aside>A</aside><aside>B C</aside></article>',
  '<aside>A</aside><aside></aside>',
  '<aside>A B</aside><aside>A B</aside>',
  '<aside>A</aside><aside class="sidebar-mobile">B C</aside>',
  '<aside>A</aside><div class="drawer"><aside>B C</aside></div>',
  '<aside>A</aside><aside hidden>B C</aside>',
  '<form role="search">A</form><form role="search">B C</form>',
])('does not apply to %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});
