import { expect, it } from 'vitest';
import type { Probe } from '../../../probes/probe-facts.ts';
import { factsOf, outcomeOf, responseProbe } from '../../fixtures/facts-of.ts';
import { imageWeight } from './image-weight.ts';

const url = 'https://example.com/a.png';
const failed: Probe = { kind: 'failed', url, reason: 'fetch_timeout' };

function weighing(
  bytes: number | null,
  contentType: string | null = 'image/png',
  status = 200,
): Probe {
  const probe = responseProbe(url, { contentType, status });
  return probe.kind === 'response' ? { ...probe, bytes } : probe;
}

async function of(...probes: readonly Probe[]) {
  const body = '<img src=a.png>\n<img src=b.png>\n<img src=c.png>';
  const { images } = (await factsOf({ body })).page;
  const sample = probes.flatMap((probe, index) => {
    const tag = images[index];
    return tag === undefined ? [] : [{ tag, own: true, probe }];
  });
  return outcomeOf(imageWeight, { body, probes: { images: { total: 9, sample } } });
}

it.each([
  [100_000, 'pass'],
  [100_001, 'warn'],
  [500_000, 'warn'],
  [500_001, 'fail'],
] as const)('takes an image of %i bytes to %s', async (bytes, status) => {
  expect(await of(weighing(bytes))).toMatchObject({
    status,
    value: { images: 9, weighed: [{ url, bytes }] },
  });
});

it('quotes the heaviest first', async () => {
  expect(await of(weighing(120_000), weighing(5), weighing(130_000))).toMatchObject({
    status: 'warn',
    summary: expect.stringMatching(/^2 of 3 sampled images .* the largest 130 kB/),
    evidence: [{ line: 3 }, { line: 1 }],
  });
});

it('advises a video for a large GIF', async () => {
  expect(await of(weighing(600_000, 'image/gif'), weighing(200_000))).toMatchObject({
    status: 'fail',
    advice: expect.stringContaining('<video'),
  });
  expect(await of(weighing(600_000), weighing(200_000, 'image/gif'))).not.toHaveProperty('advice');
});

it.each([
  [failed],
  [weighing(null)],
  [weighing(900_000, 'text/html')],
  [weighing(900_000, 'image/png', 404)],
])('is unknown for %j', async (probe) => {
  expect((await of(probe)).status).toBe('error');
});

it('does not apply without images, and has no weight', async () => {
  expect((await of()).status).toBe('na');
  expect(imageWeight.importance).toBe('info');
});
