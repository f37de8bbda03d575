import { describe, expect, it } from 'vitest';
import { readData, script } from './fixtures/structured-page.ts';
import { contextRoom, contextWithin, noContext } from './json-ld-context.ts';
import { readJson } from './json-text.ts';

describe('on pages that mean harm', () => {
  it.each([
    ['nodes in nodes', '{"@type":"A","b":'.repeat(11_000)],
    ['contexts in contexts', `${'{"@context":{"a":"b:"},"c":'.repeat(190)}1${'}'.repeat(190)}`],
    [
      'terms that define each other',
      `{"@context":{${Array.from({ length: 90 }, (_, i) => `"t${i}":"t${i + 1}:${'x'.repeat(400)}"`).join()}},"@graph":[${'{"@type":"t0:a"},'.repeat(9_000)}{}]}`,
    ],
    [
      'many terms',
      `{"@context":{${Array.from({ length: 9_000 }, (_, i) => `"t${i}":"x:"`).join()}},"@type":"t1:A"}`,
    ],
    ['many empty nodes', `[${'{"a":1},'.repeat(20_000)}{}]`],
    ['one node with many names', `{"@type":"A"${',"a":1'.repeat(30_000)}}`],
    ['reversed links', '{"@type":"A","@reverse":{"b":'.repeat(6_000)],
  ])('reads twenty blocks of %s in no time', async (_, json) => {
    // Time of the processor, which others on the machine do not add to.
    const before = process.cpuUsage();
    const { items } = await readData(script(json).repeat(20));
    expect(items.length).toBeLessThanOrEqual(2_000);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  it('copies the terms of a context for those alone that add some, and not without end', () => {
    const terms = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`t${at}`, 'a:b']));
    const rootOf = (value: unknown) => {
      const { root } = readJson(JSON.stringify(value));
      if (root === null) throw new Error('not read');
      return root;
    };
    const room = contextRoom();
    const outer = contextWithin(noContext, rootOf(terms), room);
    const { left } = room;
    const empty = rootOf(Array.from({ length: 10_000 }, () => ({})));
    expect(contextWithin(outer, empty, room)).toBe(outer);
    expect(room.left).toBe(left);

    const adding = rootOf(Array.from({ length: 10_000 }, () => ({ a: 'b:c' })));
    expect(contextWithin(outer, adding, room).vocabulary).toBe('other');
    expect(room.left).toBe(0);
    expect(contextWithin(outer, adding, room).terms).toBe(outer.terms);
  });

  it('reads the first twenty thousand types and properties of marked items', async () => {
    const types = Array.from({ length: 20 }, (_, at) => `https://schema.org/T${at}`).join(' ');
    const { items } = await readData(`<p itemscope itemtype="${types}"></p>`.repeat(2_000));
    expect(items).toHaveLength(1_000);
  });
});
