import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { mainLandmark } from './main-landmark.ts';

const of = (body: string, head = '') => outcomeOf(mainLandmark, { body, head });

const menu = '<nav><a href="/rye">Rye</a> <a href="/spelt">Spelt</a></nav>';
const text = `<p>${'Rye bread keeps longer than bread of wheat. '.repeat(4)}</p>`;

it.each([
  ['<main>', `${menu}<main>${text}</main>`],
  ['role="main"', `${menu}<div role="main">${text}</div>`],
  ['another main that is hidden', `${menu}<main hidden>x</main><main>${text}</main>`],
  ['a main in a template', `${menu}<template><main>x</main></template><main>${text}</main>`],
  ['a main in an unclosed page', `${menu}<main>${text}`],
])('passes %s', async (_what, body) => {
  expect(await of(body)).toMatchObject({ status: 'pass', value: { mains: 1 } });
});

it.each([
  ['a page without links and menus', text, 'The page has no links or menus to skip.'],
  ['text before the menu', `${text}${menu}`, 'The content comes before any link or menu.'],
  [
    'custom elements that may add the landmark',
    `<my-layout>${menu}${text}</my-layout>`,
    'Most of the content is in custom elements, which scripts complete.',
  ],
  [
    'content that scripts add',
    '<nav><a href="/rye">Rye</a></nav><div id="root"></div><script src="/app.js"></script>',
    'The content needs JavaScript, which this report does not run.',
  ],
])('does not apply to %s', async (_what, body, summary) => {
  expect(await of(body)).toEqual({ status: 'na', summary });
});

it.each([
  ['headings', `${menu}<h1>Rye</h1>${text}`, 'past the menus: headings.'],
  [
    'links',
    `<a href="#c">Skip</a>${menu}<div id=c>${text}</div>`,
    'past the menus: links within the page.',
  ],
  [
    'a section',
    `${menu}<section aria-label="Rye">${text}</section>`,
    'past the menus: named sections.',
  ],
  [
    'a toggle',
    `<button aria-expanded="true">Menu</button>${menu}${text}`,
    'past the menus: controls that may collapse them.',
  ],
])('warns of a page where only %s lead past the menu', async (_what, body, summary) => {
  const outcome = await of(body);
  expect(outcome).toMatchObject({ status: 'warn', value: { mains: 0 } });
  expect(outcome.summary).toContain(summary);
});

it.each([
  ['no way at all', `${menu}${text}`],
  ['a main that is hidden from readers', `${menu}<main aria-hidden="true">${text}</main>`],
  ['a main with another role', `${menu}<main role="presentation">${text}</main>`],
  ['a link to the menu', `<a href="#m">Menu</a><nav id=m><a href="/x">X</a></nav>${text}`],
  ['a link to nothing', `<a href="#content">Skip</a>${menu}${text}`],
  ['headings that are hidden', `${menu}<h1 aria-hidden="true">Rye</h1>${text}`],
])('fails a page with %s', async (_what, body) => {
  expect((await of(body)).status).toBe('fail');
});

it('passes several main landmarks that labels distinguish', async () => {
  const [a, b] = ['<main aria-label="Bread">', '<main aria-labelledby="s"><h2 id="s">Shop</h2>'];
  expect(await of(`${menu}${a}${text}</main>${b}</main>`)).toMatchObject({
    status: 'pass',
    value: { mains: 2 },
  });
  expect((await of(`${menu}${a}${text}</main>${a}</main>`)).status).toBe('warn');
});

it('quotes several main landmarks', async () => {
  expect(await of(`<main id="main">${menu}<div role="main">${text}</div></main>`)).toMatchObject({
    status: 'warn',
    value: { mains: 2 },
    evidence: [{ text: '<main id="main">' }, { text: '<div role="main">' }],
  });
});
