import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** One test and how it went. */
export interface TestOutcome {
  /** The test file, from the root. */
  readonly file: string;
  readonly name: string;
  readonly status: string;
}

/** What came of a run of tests. */
export interface TestRun {
  /** Whether the runner itself says that all is well: errors outside of tests count too. */
  readonly passed: boolean;
  /** The tests that ran. None where a file could not be loaded, or where no test has such a name. */
  readonly ran: readonly TestOutcome[];
  /** What the runner wrote, for when it makes no sense otherwise. */
  readonly output: string;
}

/** What to run. */
export interface TestSelection {
  readonly files: readonly string[];
  /** A part of the tests' full names, as a regular expression. */
  readonly by?: string | undefined;
  readonly stopAtFirstFailure: boolean;
}

/** Milliseconds after which a run has no verdict: a test's own time limit ends it long before. */
const patienceMs = 180_000;

/** Milliseconds for a test that has no time limit of its own: where a guard is gone, many wait for ever. */
const testTimeoutMs = 10_000;

interface JsonReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Runs tests of a copy of the repository in a process of their own. */
export async function runTests(root: string, selection: TestSelection): Promise<TestRun> {
  const report = join(root, 'test-report.json');
  await rm(report, { force: true });
  const { code, output } = await run(root, [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...selection.files,
    '--reporter=json',
    `--outputFile=${report}`,
    `--testTimeout=${testTimeoutMs}`,
    ...(selection.by === undefined ? [] : ['-t', selection.by]),
    ...(selection.stopAtFirstFailure ? ['--bail', '1'] : []),
  ]);
  const { testResults }: JsonReport = JSON.parse(
    await readFile(report, 'utf8').catch(() => '{"testResults":[]}'),
  );
  const outcomes = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: name.slice(root.length + 1),
      name: fullName,
      status,
    })),
  );
  const ran = outcomes.filter(({ status }) => status === 'passed' || status === 'failed');
  return { passed: code === 0, ran, output };
}

function run(
  cwd: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // A group of its own: a worker in an endless loop ends with nothing less.
    const child = spawn(process.execPath, args, {
      cwd,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CI: '1', NO_COLOR: '1' },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const end = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        // Gone already.
      }
    };
    const timer = setTimeout(end, patienceMs);
    process.once('exit', end);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      process.off('exit', end);
      end();
      resolve({ code, output });
    });
  });
}
