import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { copyrightYear } from './copyright-year.ts';

const of = (body: string, options = {}) =>
  outcomeOf(copyrightYear, { body, now: new Date('2026-06-01T12:00:00Z') }, options);
const footer = (text: string) => of(`<main>News of 2026</main><footer><p>${text}</p></footer>`);

it.each([
  ['&copy; 2019 Ann’s bakery', 2019],
  ['Copyright © 2009–2019', 2019],
  ['(c) [2009 - 15] Ann', 2015],
  ['<span>©</span> <b>2019</b>', 2019],
  ['Copyright 2019, Ann', 2019],
])('finds an old year: %s', async (text, year) => {
  expect(await footer(text)).toMatchObject({
    status: 'warn',
    summary: `The copyright in the footer ends with the year ${year}.`,
    value: { year },
    evidence: [{ text: expect.stringMatching(/^<footer>.*<\/footer>$/) }],
  });
});

it.each([
  ['this year', '© 2026 Ann'],
  ['two years ago', '© 2024 Ann'],
  ['a range to this year', '© 1999-2026 Ann'],
  ['a range without a century', '© 1999–26 Ann'],
  ['a newer line', '© 2015 photos by Bob. © 2026 Ann'],
  ['a newer date', '© 2015 Ann. Last updated in May 2025'],
])('passes %s', async (_name, text) => {
  expect((await footer(text)).status).toBe('pass');
});

it.each([
  ['a year that a script adds', '© 2009–<script>document.write(new Date().getFullYear())</script>'],
  ['a year that a script adds, before the name', '© 1996-<span class="year"></span> Ann’s bakery'],
  ['no year', '© Ann’s bakery'],
  ['a founding year', 'Bakers since 1952'],
  ['an account number', '©Ann Contact Imprint IBAN AT90 3636 2000 0018'],
  ['an article about copyright', 'Copyright law: what changed in 1998'],
])('does not apply to %s', async (_name, text) => {
  expect((await footer(text)).status).toBe('na');
});

it('reads the footer of the page only', async () => {
  const photo = '<article><footer>© 2015 Bob</footer></article>';
  expect((await of(photo)).status).toBe('na');
  expect((await of(`<p>© 2015 Bob</p><footer hidden>© 2015</footer>`)).status).toBe('na');
});

it('has an option for the years', async () => {
  const body = '<footer>© 2021</footer>';
  expect((await of(body, { years: 5 })).status).toBe('pass');
  expect((await of(body, { years: 4 })).status).toBe('warn');
});
