import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { landmarkOnce } from './landmark-once.ts';

const of = (body: string) => outcomeOf(landmarkOnce, { body });

const header = '<header><a href="/">Rye bakery</a> Baked by hand</header>';
const footer = '<footer>Imprint, privacy and contact</footer>';

it.each([
  `${header}<main>Text</main>${footer}`,
  `${header}<main><header>All about rye bread</header></main>`,
  `${header}<article><header>All about rye bread</header><footer>By Ann, in May 2026</footer></article>${footer}`,
  `${header}<section><h2>Rye</h2><header>All about rye bread</header></section>`,
  `${header}<div role="article"><header>All about rye bread</header></div>`,
  '<header aria-label="Site">Rye bakery by Ann</header><header aria-label="Shop">Cart and order now</header>',
  // The same for other screens.
  `${header}<header>Rye bakery menu</header>`,
  `${header}<header class="header-mobile">Menu and cart here</header>`,
  `${header}<header><button>Menu</button></header>`,
  // What a script opens.
  `${header}<div class="light-modal"><header>Log in to your account</header></div>`,
  `${header}<div role="dialog" aria-label="Log in"><header>Log in to your account</header></div>`,
  `${header}<header class="modal-header">Log in to your account</header>`,
  `${header}<header hidden>Log in to your account</header>`,
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  [`${header}<header>All about spelt and wheat</header>`, 'header counts', [2, 0]],
  [`${header}<div role="banner">All about spelt and wheat</div>`, 'header counts', [2, 0]],
  [`${footer}<div><footer>By Ann on Monday</footer></div>`, 'footer counts', [0, 2]],
  [
    `${header}<div><header>All about spelt</header><footer>By Ann on Monday</footer></div>${footer}`,
    'header and more than one footer count',
    [2, 2],
  ],
])('warns about %s', async (body, such, [banners, footers]) => {
  expect(await of(body)).toMatchObject({
    status: 'warn',
    summary: `More than one ${such} as that of the page.`,
    value: { banners, footers },
    evidence: expect.arrayContaining([expect.objectContaining({ kind: 'html' })]),
  });
});

it('does not apply to a page without them', async () => {
  const summary = 'The page has no header or footer for assistive technology.';
  expect(await of('<main><header>Rye</header></main>')).toEqual({ status: 'na', summary });
});
