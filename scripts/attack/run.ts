import { setTimeout as wait } from 'node:timers/promises';
import { type Attack, type Figure, report, withTarget } from './attack.ts';
import { blockAttacks } from './blocks.ts';
import { cpuAttacks, fairnessAttacks } from './cpu.ts';
import { crawlAttacks } from './crawls.ts';
import { memoryAttacks } from './memory.ts';
import { responseAttacks } from './responses.ts';
import { type AttackedServer, startServer } from './start-server.ts';
import { tinyPage } from './start-target.ts';

// Attacks the HTTP API in a separate process with a heap of 512 MB, and compares the measurements with
// their bounds. Only loopback is contacted. Exits with 1 if a bound is broken or the server dies.
//
//   npm run attack -- [part of an attack's name]

const [only = ''] = process.argv.slice(2);
const attacks: readonly Attack[] = [
  ...memoryAttacks,
  ...cpuAttacks,
  ...fairnessAttacks,
  ...responseAttacks,
  ...blockAttacks,
  ...crawlAttacks,
].filter(({ name }) => name.includes(only));

const allMs = 8 * 60_000;
const attackMs = 120_000;
/**
 * Time bounds are for an idle machine of 2020. A shared one, where everything takes two or three times as
 * long, is not a failure: without the guards these attacks take ten times the bound or more.
 */
const slowMachine = 3;

// The children end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
setTimeout(() => {
  console.log(`FAILED: not done after ${allMs / 1_000} s`);
  process.exit(1);
}, allMs).unref();

const startedAt = performance.now();
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
  server ??= await startWarm();
  try {
    const late = wait(attackMs, undefined, { ref: false }).then(() => {
      throw new Error(`not done after ${attackMs / 1_000} s`);
    });
    late.catch(() => {});
    for (const figure of await Promise.race([attack.run(server), server.died, late])) {
      print(attack.name, figure);
    }
  } catch (error) {
    broken++;
    console.log(
      `${attack.name.padEnd(36)} FAILED: ${error instanceof Error ? error.message : error}`,
    );
    stop();
  }
}
stop();
const seconds = Math.round((performance.now() - startedAt) / 1_000);
console.log(`\n${attacks.length} attacks in ${seconds} s, ${broken} bounds broken`);
process.exit(broken === 0 && attacks.length > 0 ? 0 : 1);

function print(name: string, { what, measured, bound, unit, note = '' }: Figure): void {
  const value = (number: number) =>
    `${number.toFixed(unit === 's' ? 1 : 0)} ${unit}`.trim().padStart(10);
  const isTime = unit === 'ms' || unit === 's';
  const verdict =
    measured <= bound ? 'ok' : isTime && measured <= bound * slowMachine ? 'slow' : 'FAILED';
  if (verdict === 'FAILED') broken++;
  const row = [name.padEnd(36), what.padEnd(26), value(measured), value(bound), verdict.padEnd(6)];
  console.log(`${row.join(' ')} ${note}`.trim());
}

function stop(): void {
  server?.kill();
  server = undefined;
}

/** The first reports load and compile code that later ones use. */
async function startWarm(): Promise<AttackedServer> {
  const started = await startServer();
  await withTarget({ '*': tinyPage }, async (origin) => {
    for (let count = 0; count < 5; count++) await report(started, 'victim', origin);
  });
  await started.figures();
  return started;
}
