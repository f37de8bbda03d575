import { expect, it } from 'vitest';
import { cpuGrowth } from '../fixtures/cpu-growth.ts';
import { openCpuAccount } from '../limits/cpu-account.ts';
import { probeLlmsTxt } from './llms-txt.ts';
import { createSilentProber } from './prober.ts';

it.each([
  ['brackets', '['],
  ['links without end', '[a]('],
  ['line breaks', '\n'],
  ['headings', '# '],
  ['brackets with text', '[a'.repeat(200)],
])('reads %s in linear time', async (_what, evil) => {
  const run = async (length: number) => {
    const head = { url: '', finalUrl: '', status: 200, headers: new Map(), redirects: [] };
    const body = Buffer.from(evil.repeat(Math.ceil(length / evil.length)));
    const timings = { firstByteMs: 0, totalMs: 0 };
    const fetched = { ...head, body, transferBytes: body.length, timings };
    const found = await probeLlmsTxt({
      prober: { ...createSilentProber(), read: async () => ({ kind: 'response', fetched }) },
      site: new URL('https://example.com/'),
      robots: { kind: 'none', status: 404 },
      userAgent: 'sitegrade',
      cpu: openCpuAccount(),
    });
    expect(found).toMatchObject({ status: 200 });
  };
  expect(await cpuGrowth(run, 8_000)).toBeLessThan(4);
});
