import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Attack, type Figure, report, withTarget } from './attack.ts';
import { blockAttacks } from './blocks.ts';
import { checkAttacks } from './checks.ts';
import { cpuAttacks, fairnessAttacks } from './cpu.ts';
import { crawlAttacks } from './crawls.ts';
import { http2Attacks } from './http2.ts';
import { largePageAttacks } from './large-pages.ts';
import { measureMachineSpeed, warmFixedWork } from './machine-speed.ts';
import { memoryAttacks } from './memory.ts';
import { renderingAttacks } from './rendering.ts';
import { type AttackedServer, startServer } from './start-server.ts';
import { tinyPage } from './start-target.ts';

// Attacks the HTTP API in a separate process with a heap of 512 MB, and compares the measurements with
// their bounds. Only loopback is contacted. Exits with 1 if a bound is broken or the server dies.
//
//   npm run tool -- attack [--quick] [part of an attack's name]
//
// With --quick, without those that take long and have shorter ones of the same kind.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: false } },
});
const [only = ''] = positionals;
const attacks: readonly Attack[] = [
  ...memoryAttacks,
  ...largePageAttacks,
  ...cpuAttacks,
  ...fairnessAttacks,
  ...blockAttacks,
  ...checkAttacks,
  ...crawlAttacks,
  ...http2Attacks,
  ...renderingAttacks,
].filter(({ name, isLong }) => name.includes(only) && !(values.quick && isLong));

// Only ends what hangs.
const allMs = 40 * 60_000;
const attackMs = 15 * 60_000;
/**
 * How often an attack is tried whose only fault is that it took longer than that: a collection of garbage in the same
 * moment takes CPU time, too. A guard that is missing fails each time.
 */
const attempts = 3;

// The children end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
setTimeout(() => {
  console.log(`FAILED: not done after ${allMs / 1_000} s`);
  process.exit(1);
}, allMs).unref();

const startedAt = performance.now();
warmFixedWork();
let broken = 0;
let server: AttackedServer | undefined;
const columns = [
  'attack'.padEnd(36),
  'figure'.padEnd(26),
  'measured'.padStart(10),
  'bound'.padStart(10),
];
console.log(columns.join(' '));
for (const attack of attacks) {
  if (attack.fresh) stop();
  for (let attempt = 1; ; attempt++) {
    const figures = await run(attack);
    for (const figure of figures) print(attack.name, figure);
    const failed = figures.filter((figure) => verdictOf(figure) === 'FAILED');
    if (attempt < attempts && failed.length > 0 && failed.every(isTime)) {
      console.log(`${attack.name.padEnd(36)} again, as it took too long`);
      stop();
      continue;
    }
    broken += failed.length;
    break;
  }
}
stop();
const seconds = Math.round((performance.now() - startedAt) / 1_000);
console.log(`\n${attacks.length} attacks in ${seconds} s, ${broken} bounds broken`);
process.exit(broken === 0 && attacks.length > 0 ? 0 : 1);

/** Runs an attack once. Counts an error as a broken bound. */
async function run(attack: Attack): Promise<readonly Figure[]> {
  const { renders = false } = attack;
  if (server?.renders !== renders) stop();
  server ??= await startWarm(renders);
  const machine = measureMachineSpeed();
  try {
    const late = wait(attackMs, undefined, { ref: false }).then(() => {
      throw new Error(`not done after ${attackMs / 1_000} s`);
    });
    late.catch(() => {});
    const figures = await Promise.race([attack.run(server, machine), server.died, late]);
    return figures.map((figure) => {
      if (figure.grows === undefined) return figure;
      return { ...figure, bound: figure.bound * machine[figure.grows]() };
    });
  } catch (error) {
    broken++;
    console.log(
      `${attack.name.padEnd(36)} FAILED: ${error instanceof Error ? error.message : error}`,
    );
    stop();
    return [];
  } finally {
    machine.stop();
  }
}

function isTime({ unit }: Figure): boolean {
  return unit === 'ms' || unit === 's' || unit === '×';
}

function verdictOf({ measured, bound }: Figure): 'ok' | 'FAILED' {
  return measured <= bound ? 'ok' : 'FAILED';
}

function print(name: string, figure: Figure): void {
  const { what, measured, bound, unit, note = '' } = figure;
  const value = (number: number) =>
    `${number.toFixed(unit === 's' || unit === '×' ? 1 : 0)} ${unit}`.trim().padStart(10);
  const verdict = verdictOf(figure).padEnd(6);
  const row = [name.padEnd(36), what.padEnd(26), value(measured), value(bound), verdict];
  console.log(`${row.join(' ')} ${note}`.trim());
}

function stop(): void {
  server?.kill();
  server = undefined;
}

/** The first reports load and compile code that later ones use. */
async function startWarm(renders: boolean): Promise<AttackedServer> {
  const started = await startServer(renders);
  await withTarget({ '*': tinyPage }, async (origin) => {
    for (let count = 0; count < 5; count++) await report(started, 'victim', origin);
  });
  await started.figures();
  return started;
}
