import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { skipLink } from './skip-link.ts';

const of = (body: string) => outcomeOf(skipLink, { body });

const menu = '<nav><a href="/rye">Rye</a> <a href="/spelt">Spelt</a></nav>';
const text = `<main>${'Rye bread keeps longer than bread of wheat. '.repeat(4)}</main>`;
const skip = '<a class="sr-only" href="#content">Skip</a>';

it.each([
  ['an id', `${skip}${menu}<div id="content">${text}</div>`],
  ['a named anchor', `${skip}${menu}<a name="content"></a>${text}`],
  ['an encoded id', `<a href="#%C3%BCber">Zum Inhalt</a>${menu}<main id="über">${text}</main>`],
  ['a full URL', `<a href="/page#content">Skip</a>${menu}<div id="content">${text}</div>`],
  ['the end of the header', `<header>${skip}${menu}<a id="content"></a></header>${text}`],
  ['an element with a breadcrumb', `${skip}${menu}<div id="content">${menu}${text}</div>`],
  ['an anchor before a breadcrumb', `${skip}${menu}<a id="content"></a>${menu}${text}`],
  [
    'the content, which a hidden one precedes',
    `<a href="#content" hidden>a</a>${skip}${menu}<div id="content">${text}</div>`,
  ],
  [
    'the content, which a script may show',
    `<script src=x></script><a href="#content" hidden>a</a>${menu}<div id="content">${text}</div>`,
  ],
  ['a menu that links to the parts', `<nav><a href="#a">A</a></nav><h2 id="a">A</h2>${text}`],
])('passes a link to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['a menu', `<a href="#m">Menu</a><nav id="m"><a href="/x">X</a></nav>${text}`],
  ['an element in a menu', `${skip}<nav><b>A</b> <b id="content">B</b></nav>${text}`],
  ['nothing', `${skip}${menu}${text}`],
  ['an element further up', `<p id="content">A</p>${menu}${text}${skip}`],
  ['the end of the page', `${skip}${menu}${text}<div id="content"></div>`],
  [
    'the content, but are hidden',
    `<a href="#content" hidden>Skip</a>${menu}<p id="content">${text}`,
  ],
  [
    'the content, but not with the keyboard',
    `<a href="#content" tabindex=-1>Skip</a>${menu}<p id="content">${text}`,
  ],
  [
    'the content, but not for screen readers',
    `<p aria-hidden=true><a href="#content">Skip</a></p>${menu}<p id="content">${text}`,
  ],
  ['an element that is hidden', `${skip}${menu}<div id="content" hidden></div>${text}`],
])('warns if links lead only to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('warn');
});

it('has no weight', () => {
  expect(skipLink.importance).toBe('info');
});

it('leaves a page without a main landmark to the check of those', async () => {
  expect(await of(`${menu}<p>${'Rye bread keeps longer than wheat. '.repeat(4)}</p>`)).toEqual({
    status: 'na',
    summary: 'No main landmark marks the content that a link would lead to.',
    value: { targets: 0 },
  });
});

it('does not apply where nothing is to be skipped', async () => {
  expect((await of(text)).status).toBe('na');
  expect((await of(`${text}${menu}`)).status).toBe('na');
});
