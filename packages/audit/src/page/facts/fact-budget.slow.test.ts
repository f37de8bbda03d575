import { describe, expect, it } from 'vitest';
import type { FactLists } from '../page-facts.ts';
import { readPage } from '../read-page.ts';
import { charactersIn, openBudget } from './fact-budget.ts';

describe('the budget of a page', () => {
  it('is for all lists together, in proportion to the page, up to twelve million characters', () => {
    const roomOf = (length: number) => {
      const budget = openBudget(length);
      const list: unknown[] = [];
      let room = 0;
      while (room < 20_000_000 && budget.reserve(list, 0, 1_000)) room += 1_000;
      return room;
    };
    expect(roomOf(0)).toBe(3_050_000);
    expect(roomOf(1_000_000)).toBe(7_050_000);
    expect(roomOf(20_000_000)).toBe(12_050_000);
  });

  it('reserves a share for each list', () => {
    const budget = openBudget(0);
    const [greedy, late] = [[], []];
    for (let times = 0; times < 1_000 && budget.reserve(greedy, 0, 10_000); times++);
    expect(budget.reserve(late, 50_000)).toBe(true);
    expect(budget.reserve(late, 1)).toBe(false);
  });

  it('has room for a million characters of texts in each list, those that follow it included', () => {
    const budget = openBudget(20_000_000);
    const [list, other] = [[], []];
    expect(budget.reserve(list, 600_000, 1_000_000)).toBe(true);
    expect(budget.reserve(list, 400_001)).toBe(false);
    budget.charge(list, 399_999);
    expect(budget.reserve(list, 2)).toBe(false);
    expect(budget.reserve(list, 1)).toBe(true);
    expect(budget.reserve(other, 1_000_000)).toBe(true);
  });

  it('counts every text of a fact, and a little for each word of a list', () => {
    expect(charactersIn({ html: '<a>', href: null, line: 1, rel: ['ab', 'c'] })).toBe(3 + 18 + 17);
  });
});

const read = (html: string) => readPage(new TextEncoder().encode(html), 'text/html;charset=utf-8');

/** Characters of all texts that a page's facts keep, each object counted as one. */
function keptOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Set) return keptOf([...value]);
  if (value instanceof Map) return keptOf([...value].flat());
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + keptOf(part), 1);
}

const long = (length: number) => 'x'.repeat(length);

describe('a page of 13 MB', () => {
  it.each<[string, (index: number) => string]>([
    ['values', (index) => `<a href="${index}${long(1_900)}" title="${long(1_900)}">x</a>`],
    ['ids', (index) => `<i id="${index}${long(1_900)}"></i>`],
    ['equal ids', () => `<i id="${long(1_900)}"></i>`],
    [
      'properties',
      (index) => `<b itemscope><i itemprop="${index}${long(900)} ${long(900)}"></i></b>`,
    ],
    ['vocabularies', () => `<b typeof=x>y</b>`],
    ['JSON-LD', () => `<script type=application/ld+json>"${long(150_000)}"</script>`],
    [
      'labels',
      (index) =>
        `<b id=l${index} aria-label="${long(1_900)}"></b><a href aria-labelledby=l${index}>`,
    ],
    [
      'texts in one another',
      () => `<h1><a href=x>${long(1_000)}<b role=link>${long(1_000)}</b></a></h1>`,
    ],
    [
      'everything',
      (index) =>
        `<a href=${index} lang=en itemscope>t</a><h1 role=link>h</h1><picture><img src=i></picture><form></form><font></font><meta name=x>`,
    ],
  ])('of %s keeps no more than its budget, and notes it', async (_what, part) => {
    const parts: string[] = [`<div vocab="${long(1_900)}">`];
    for (let [length, index] = [0, 0]; length < 13_000_000 && index < 11_000; index++) {
      parts.push(part(index));
      length += parts.at(-1)?.length ?? 0;
    }
    const facts = await read(parts.join(''));
    expect(facts.notes.length).toBeGreaterThan(0);
    // The budget, the collected texts, and the JSON-LD.
    expect(keptOf(facts)).toBeLessThan(12_000_000 + 20 * 50_000 + 4_100_000 + 1_000_000);
  });

  it('of one kind of element leaves room for the others', async () => {
    const filler = `<meta name="${long(2_000)}" content="${long(2_000)}">`.repeat(4_000);
    const facts = await read(`${filler}<h1>Bread</h1><a href=/rye>rye</a><img src=a.png alt=b>`);
    expect(facts.metas.length).toBeLessThan(4_000);
    expect(facts).toMatchObject({
      headings: [{ text: 'Bread' }],
      anchors: [{ href: '/rye' }],
      images: [{ src: 'a.png' }],
      notes: ['the page has more elements than are kept: some are not listed'],
    });
  });
});

describe('the texts of a list have at most a million characters', () => {
  /** Mostly, what is read out is the text itself, which counts once. */
  const textsOf = (facts: readonly object[]) =>
    facts.reduce((sum, fact) => {
      const isSame =
        'text' in fact && 'accessibleText' in fact && fact.text === fact.accessibleText;
      return sum + keptOf({ ...fact, html: '', ...(isSame && { text: '' }) });
    }, 0);

  it.each<[keyof FactLists, (text: string) => string]>([
    ['anchors', (text) => `<a href=x>${text}</a>`],
    ['anchors', (text) => `<a href=x aria-label="${text}">${text}<b title=x></b></a>`],
    ['headings', (text) => `<h2>${text}</h2>`],
    ['titles', (text) => `<title>${text}</title>`],
    ['controls', (text) => `<button aria-label="${text}">${text}</button>`],
    ['roles', (text) => `<b role=link title="${text}">${text}</b>`],
    ['fieldLabels', (text) => `<label>${text}</label>`],
    ['footers', (text) => `<footer>${text}${text}</footer>`],
    ['times', (text) => `<time>${text}</time>`],
    ['items', (text) => `<p itemscope><b itemprop=price>${text}</b></p>`],
    ['tables', (text) => `<table><tr><th>${text}</th><td headers="${text}">x</table>`],
    ['images', (text) => `<img srcset="${text}" alt="${text}">`],
  ])('%s %#', async (name, part) => {
    const facts = await read(`<!doctype html>${part(long(1_900)).repeat(1_500)}`);
    const texts = textsOf(facts[name]);
    // The texts of the elements that were open at the limit, and a little for each object.
    expect(texts).toBeLessThan(1_000_000 + 60_000);
    expect(texts).toBeGreaterThan(900_000);
    expect(facts.notes).toContain('the page has more elements than are kept: some are not listed');
  });

  it('counts the text of a link that formatting opens again once', async () => {
    const link = `<a href=x>${long(1_000)}<p>y</p></a>`;
    expect((await read(link.repeat(450))).anchors).toHaveLength(450);
  });
});

it('notes that not all ids are kept', async () => {
  const ids = Array.from({ length: 9_000 }, (_, index) => `<i id="${index}${long(90)}"></i>`);
  expect((await read(ids.join(''))).idsCut).toBe(false);
  const many = Array.from({ length: 10_001 }, (_, index) => `<i id="${index}"></i>`);
  expect((await read(many.join(''))).idsCut).toBe(true);
  const much = Array.from({ length: 600 }, (_, index) => `<i id="${index}${long(1_900)}"></i>`);
  expect((await read(much.join(''))).idsCut).toBe(true);
});
