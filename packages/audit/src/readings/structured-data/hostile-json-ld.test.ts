import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openCpuAccount } from '../../limits/cpu-account.ts';
import { countWork } from '../../page/fixtures/count-work.ts';
import { readPage } from '../../page/read-page.ts';
import { readData, script } from './fixtures/structured-page.ts';
import { contextWithin, maxContexts, noContext } from './json-ld-context.ts';
import { readJsonLdItems } from './json-ld-items.ts';
import { readJson, readJsonInSteps } from './json-text.ts';
import { readStructuredData, structuredDataOf } from './read-structured-data.ts';

describe('hostile JSON-LD', () => {
  it('copies the terms of a context only if another one adds terms, up to a limit', () => {
    const terms = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`t${at}`, 'a:b']));
    const rootOf = (value: unknown) => {
      const { root } = readJson(JSON.stringify(value));
      if (root === null) throw new Error('not read');
      return root;
    };
    const budget = { contexts: maxContexts };
    const outer = contextWithin(noContext, rootOf(terms), budget);
    const { contexts } = budget;
    const empty = rootOf(Array.from({ length: 10_000 }, () => ({})));
    expect(contextWithin(outer, empty, budget)).toBe(outer);
    expect(budget.contexts).toBe(contexts);

    const adding = rootOf(Array.from({ length: 10_000 }, () => ({ a: 'b:c' })));
    expect(contextWithin(outer, adding, budget).vocabulary).toBe('other');
    expect(budget.contexts).toBe(0);
    expect(contextWithin(outer, adding, budget).terms).toBe(outer.terms);
  });

  it.each([
    ['values', `[${'1,'.repeat(60_000)}1]`],
    ['contexts', `{"@context":[${'{},'.repeat(60_000)}{}]}`],
    ['nodes in one another', `[${`${'{"a":'.repeat(199)}1${'}'.repeat(199)},`.repeat(310)}1]`],
  ])('parses a text of sixty thousand %s in steps', (_, text) => {
    expect([...readJsonInSteps(text)].length).toBeGreaterThanOrEqual(60);
  });

  it.each([
    ['in a list', `[${'{"a":1},'.repeat(10_000)}1]`],
    ['in a list of a node', `{"a":[${'{"a":1},'.repeat(10_000)}1]}`],
    ['in one another', `[${`${'{"a":'.repeat(190)}1${'}'.repeat(190)},`.repeat(53)}1]`],
    ['in @graph', `{"@graph":[${'{"a":1},'.repeat(10_000)}1]}`],
    ['in @reverse', `{"@reverse":{"a":[${'{"a":1},'.repeat(10_000)}1]}}`],
  ])('reads ten thousand nodes %s, or the first two thousand items, in steps', (_, text) => {
    const { root } = readJson(text);
    if (root === null) throw new Error('not read');
    const room = { contexts: maxContexts, words: 20_000 };
    const list = { items: [], limit: 2_000, budget: room };
    const steps = [...readJsonLdItems(root, list, () => () => ({ line: 1, column: 1, html: '' }))];
    expect(steps.length).toBeGreaterThanOrEqual(40);
  });

  it('is read in slices, of which the account is charged', async () => {
    const html = script(`[${'{"@type":"A"},'.repeat(1_000)}1]`);
    const page = await readPage(Buffer.from(html), 'text/html; charset=utf-8');
    let slices = 0;
    const cpu = { ...openCpuAccount(), charge: () => void slices++ };
    await readStructuredData(page, cpu);
    await setImmediate();
    expect(slices).toBeGreaterThan(0);
    expect(countWork(() => structuredDataOf(page))).toBe(0);
    expect(structuredDataOf(page).items).toHaveLength(1_000);
  });

  it('reads the first 20,000 types and properties of Microdata', async () => {
    const types = Array.from({ length: 20 }, (_, at) => `https://schema.org/T${at}`).join(' ');
    const { items } = await readData(`<p itemscope itemtype="${types}"></p>`.repeat(2_000));
    expect(items).toHaveLength(1_000);
  });

  it('reads the first 20,000 types and properties of JSON-LD', async () => {
    const node = { '@context': 'https://schema.org', '@type': 'Thing' };
    const names = Array.from({ length: 97 }, (_, at) => [`p${at}`, 1]);
    const nodes = JSON.stringify([{ ...node, ...Object.fromEntries(names) }]);
    const { items } = await readData(script(nodes).repeat(60));
    expect(items).toHaveLength(60);
    const { items: cut } = await readData(script(`[${`${nodes},`.repeat(200)}1]`).repeat(2));
    expect(cut).toHaveLength(200);
  });

  it('adds the values of nested arrays to one list', async () => {
    const depth = 150;
    const json = `{"@context":"https://schema.org","@type":"Thing","name":${'['.repeat(depth)}${'1,'.repeat(20_000)}1${']'.repeat(depth)}}`;
    let pushed = 0;
    const push = Array.prototype.push;
    const { items } = await readData('');
    expect(items).toEqual([]);
    try {
      Array.prototype.push = function (...values: unknown[]) {
        pushed += values.length;
        return push.apply(this, values);
      };
      await readData(script(json));
    } finally {
      Array.prototype.push = push;
    }
    // The parts of the JSON text, and each value once.
    expect(pushed).toBeLessThan(20 * 20_000);
  });
});
