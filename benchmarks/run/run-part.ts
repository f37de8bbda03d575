import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { benchmarks } from '../../scripts/tool/programs.ts';
import { argumentsOf } from '../../scripts/tool/run-program.ts';
import type { Finding } from '../report/finding.ts';
import { collectFlag } from '../report/publish.ts';
import type { Part } from './parts.ts';

/**
 * Runs a benchmark to its end. It prints what it finds.
 *
 * @returns what it found.
 * @throws Error if it fails, or finds nothing.
 */
export async function runPart({ program, args }: Part): Promise<readonly Finding[]> {
  const known = benchmarks[program];
  if (known === undefined) throw new Error(`There is no benchmark ${program}.`);
  const execArgv = argumentsOf(known);
  const file = execArgv.pop() ?? '';
  const child = fork(file, args, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, [collectFlag]: '1' },
    execArgv,
  });
  const findings: Finding[] = [];
  child.on('message', (finding: Finding) => findings.push(finding));
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${signal ?? code}.`);
  if (findings.length === 0) throw new Error(`${program} found nothing.`);
  return findings;
}
