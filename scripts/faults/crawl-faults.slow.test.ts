import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleScript } from '../bundle-script.ts';
import { quickStepFaults, quickTimes } from './disturb-steps.ts';
import { runCrawlScenario } from './run-crawl-scenario.ts';

const script = bundleScript(join(import.meta.dirname, '..', 'crawls', 'worker.ts'));

// The pages of workers that are killed wait for their leases, of 41 seconds, and their steps for those of 15.
const timeout = 1_800_000;

// On Postgres, and with clocks hours apart: `npm run tool -- faults`, in the soak.
describe('a crawl by workers that are killed and frozen is that of workers that are not', () => {
  it('on SQLite', { timeout }, async () => {
    const disturbed = { kills: 2, stepFaults: quickStepFaults, times: quickTimes };
    const scenario = { database: 'sqlite', items: 120, ...disturbed } as const;
    const { faults, kills, pages } = await runCrawlScenario(scenario, script);
    expect(faults).toEqual([]);
    expect(kills).toBe(2);
    expect(pages).toBeGreaterThan(150);
  });
});
