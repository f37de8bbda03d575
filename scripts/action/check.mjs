// The step of action.yml that runs the command, and writes the summary of the job. It always succeeds: the last step
// exits with the code of the command, when everything is uploaded.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { summaryOf } from './summary.mjs';

const { env } = process;
const folder = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), 'sitegrade-'));
const [sarif, markdown, report, summary] = ['.sarif', '.md', '.json', '-summary.md'].map((end) =>
  join(folder, `sitegrade${end}`),
);

/** The lines of an input, without empty ones. */
const linesOf = (text = '') =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** An option with its value, if there is one. */
const option = (name, value = '') => (value === '' ? [] : [`${name}=${value}`]);

const targets = linesOf(env.SITEGRADE_TARGETS);
const args = [
  ...(env.SITEGRADE_CRAWL === 'true' ? ['crawl'] : []),
  ...['--quiet', '--output', sarif, '--output', markdown, '--output', report],
  ...option('--base-url', env.SITEGRADE_BASE_URL),
  ...option('--min-score', env.SITEGRADE_MIN_SCORE),
  ...option('--fail-on', env.SITEGRADE_FAIL_ON),
  ...linesOf(env.SITEGRADE_ARGS),
  '--',
  ...targets,
];

/** Runs the command by bash, as npx is a script on Windows. The token of the comment is not in its environment. */
const run = () =>
  new Promise((resolve) => {
    const npx = ['-c', 'exec npx "$@"', 'npx', '--yes', `sitegrade@${env.SITEGRADE_VERSION}`];
    const child = spawn('bash', [...npx, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const parts = [];
    // All in the stream of the commands below, so that none of it comes before or after them.
    child.stdout.on('data', (part) => process.stdout.write(part));
    child.stderr.on('data', (part) => {
      parts.push(part);
      process.stdout.write(part);
    });
    child.on('error', (error) => resolve({ code: 1, reasons: error.message }));
    child.on('close', (code) =>
      resolve({ code: code ?? 1, reasons: Buffer.concat(parts).toString() }),
    );
  });

/** Wrong usage, as that of the command. */
const refuse = (reason) => {
  console.log(reason);
  return { code: 2, reasons: reason };
};

// Texts of pages are in the log, and must not be commands to the runner.
const stop = randomBytes(16).toString('hex');
process.stdout.write(`::stop-commands::${stop}\n`);
const { code, reasons } = targets.length > 0 ? await run() : refuse('The input targets is empty.');
process.stdout.write(`::${stop}::\n`);

/** The contents of a file that the command may not have written. */
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
const json = read(report);
const { text, score, result } = summaryOf({
  report: json === null ? null : JSON.parse(json),
  markdown: read(markdown) ?? '',
  reasons,
  code,
});
console.log(score === '' ? 'There is no report.' : `${score} of 100, ${result}`);
writeFileSync(summary, text);
if (env.GITHUB_STEP_SUMMARY) appendFileSync(env.GITHUB_STEP_SUMMARY, text);
const outputs = {
  score,
  result,
  'exit-code': code,
  report: existsSync(report) ? report : '',
  sarif: existsSync(sarif) ? sarif : '',
  summary,
};
for (const [name, value] of Object.entries(outputs)) {
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}=${value}\n`);
}
