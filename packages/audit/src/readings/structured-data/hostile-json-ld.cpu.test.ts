import { expect, it } from 'vitest';
import { defaultLimits } from '../../fetch/limits.ts';
import { cpuOf } from '../../fixtures/cpu-growth.ts';
import { readData, script } from './fixtures/structured-page.ts';

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
])('reads twenty blocks of %s within the CPU limit', async (_, json) => {
  const html = script(json).repeat(20);
  const ms = await cpuOf(async () => {
    const { items } = await readData(html);
    expect(items.length).toBeLessThanOrEqual(2_000);
  });
  expect(ms).toBeLessThan(defaultLimits.cpuMs);
});
