import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { fuzzResponses } from './fuzz-responses.ts';

// Creates reports of servers that send faulty responses: none may end in a 500, hang or end the process.
//
//   npm run tool -- fuzz-responses [--count 20000] [--seed N] [--report N]

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    report: { type: 'string' },
  },
});
const [count, seed] = [wholeNumber('count', values.count), wholeNumber('seed', values.seed)];
console.log(`${count} faulty responses, seed ${seed}`);

const startedAt = performance.now();
const { reports, responses, outcomes, failures } = await fuzzResponses({
  count,
  seed,
  ...(values.report !== undefined && { report: wholeNumber('report', values.report) }),
});
const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);

for (const [outcome, times] of [...outcomes].sort(([, a], [, b]) => b - a)) {
  console.log(`${String(times).padStart(6)} ${outcome}`);
}
console.log(`${responses} faulty responses to ${reports} reports in ${seconds} s.`);
for (const failure of failures) console.log(`\n${failure}`);
if (failures.length > 0) {
  console.log(`\nTo repeat one: npm run tool -- fuzz-responses --seed ${seed} --report N`);
  process.exitCode = 1;
}

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new Error(`--${name} must be an integer from 0 to 9999999999.`);
}
