import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bundle, bundleScript } from '../bundle-script.ts';
import { quickStepFaults, quickTimes } from './disturb-steps.ts';
import { runCrawlScenario } from './run-crawl-scenario.ts';

// The pages of workers that are killed wait for their leases, of 41 seconds, and their steps for those of 15.
const timeout = 600_000;

let bundle: Bundle;
beforeAll(async () => {
  bundle = await bundleScript(join(import.meta.dirname, '..', 'crawls', 'worker.ts'));
});
afterAll(() => bundle.remove());

describe('a crawl by workers that are killed and frozen is that of workers that are not', () => {
  it.concurrent.each([
    { database: 'sqlite', kills: 2, stepFaults: quickStepFaults },
    { database: 'postgres', kills: 0, stepFaults: quickStepFaults.slice(2) },
  ] as const)('on $database', { timeout }, async (disturbed) => {
    const scenario = { ...disturbed, items: 120, times: quickTimes };
    const { faults, kills, pages } = await runCrawlScenario(scenario, bundle.script);
    expect(faults).toEqual([]);
    expect(kills).toBe(disturbed.kills);
    expect(pages).toBeGreaterThan(150);
  });
});
