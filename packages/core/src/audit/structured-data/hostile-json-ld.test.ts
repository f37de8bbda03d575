import { describe, expect, it } from 'vitest';
import { readData, script } from './fixtures/structured-page.ts';

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
});
