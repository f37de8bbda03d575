import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleScript } from '../bundle-script.ts';
import { runScenario } from './run-scenario.ts';

const script = bundleScript(join(import.meta.dirname, 'worker.ts'));

// A lease lasts 46 seconds, and jobs of killed workers wait for it.
const timeout = 300_000;

describe('jobs of workers that are killed end exactly once', () => {
  it.concurrent.each([
    { database: 'sqlite', queue: 'embedded', jobs: 100, kills: 6, restarts: 0 },
    { database: 'postgres', queue: 'pg-boss', jobs: 100, kills: 6, restarts: 1 },
  ] as const)('on $database with the $queue queue', { timeout }, async (scenario) => {
    const { faults, startedAgain } = await runScenario(scenario, script);
    expect(faults).toEqual([]);
    expect(startedAgain).toBeGreaterThan(0);
  });
});
