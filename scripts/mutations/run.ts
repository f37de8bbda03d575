import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { applyMutant, type Mutant, readMutants } from './mutants.ts';

// Removes each guard, one at a time, and fails if no test fails.
// `npm run tool -- mutations redirect` tries those whose name or file contains "redirect".

const root = join(import.meta.dirname, '../..');
/** A run without a result after this time is ended, in milliseconds. */
const maxMs = 300_000;
const wanted = process.argv.slice(2).join(' ');
const mutants = readMutants().filter(({ name, file }) => `${name} ${file}`.includes(wanted));
// Two at a time: most of a run is spent waiting for servers that stall on purpose.
const copies = [await copyRepository(), await copyRepository()];
try {
  process.exitCode = (await passUnchanged(copies[0] ?? '')) && (await tryAll()) ? 0 : 1;
} finally {
  for (const copy of copies) await rm(copy, { recursive: true, force: true });
}

/** Tests that fail without any mutant prove nothing. */
async function passUnchanged(copy: string): Promise<boolean> {
  const { code, tests, output } = await runTests(copy, mutants);
  for (const { fullName } of tests.filter(({ status }) => status === 'failed')) {
    console.error(`Fails without any mutant: ${fullName}`);
  }
  const unmatched = mutants.filter(
    ({ only = '' }) => !tests.some(({ fullName }) => fullName.includes(only)),
  );
  for (const { name, only } of unmatched) console.error(`${name}: there is no test "${only}"`);
  if (code !== 0) console.error(output.slice(-1_000));
  return code === 0 && unmatched.length === 0;
}

async function tryAll(): Promise<boolean> {
  const queue = [...mutants];
  const survivors: string[] = [];
  const work = async (copy: string) => {
    for (let mutant = queue.shift(); mutant !== undefined; mutant = queue.shift()) {
      const startedAt = performance.now();
      const found = await tryMutant(copy, mutant);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      if (found === undefined) survivors.push(mutant.name);
      console.log(
        `${found ? 'ok  ' : 'FAIL'} ${seconds.padStart(5)} s  ${mutant.name}: ${found ?? ''}`,
      );
    }
  };
  await Promise.all(copies.map(work));
  console.log(`\n${mutants.length - survivors.length} of ${mutants.length} mutants were detected.`);
  if (survivors.length > 0) console.log(`Not detected:\n  ${survivors.join('\n  ')}`);
  return survivors.length === 0 && mutants.length > 0;
}

/** The test that fails without the guard; `undefined` if none does. */
async function tryMutant(copy: string, mutant: Mutant): Promise<string | undefined> {
  const path = join(copy, mutant.file);
  const text = await readFile(path, 'utf8');
  await writeFile(path, applyMutant(text, mutant));
  try {
    const { tests } = await runTests(copy, [mutant], '--bail', '1');
    return tests.find(({ status }) => status === 'failed')?.fullName;
  } finally {
    await writeFile(path, text);
  }
}

interface Test {
  readonly fullName: string;
  readonly status: string;
}

/** Runs tests of a copy in a separate process group, so that endless loops can be killed. */
async function runTests(copy: string, of: readonly Mutant[], ...more: readonly string[]) {
  const report = join(copy, 'test-report.json');
  await rm(report, { force: true });
  const [{ only } = { only: undefined }] = of.length === 1 ? of : [];
  const args = [
    ...[join(copy, 'node_modules/vitest/vitest.mjs'), 'run'],
    ...new Set(of.map(({ tests }) => tests)),
    // Without a guard many tests would wait forever.
    ...['--reporter=json', `--outputFile=${report}`, '--testTimeout=10000'],
    ...(only === undefined ? [] : ['-t', only]),
    ...more,
  ];
  const child = spawn(process.execPath, args, { cwd: copy, detached: true });
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
      // It has ended already.
    }
  };
  const timer = setTimeout(end, maxMs);
  process.once('exit', end);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  process.off('exit', end);
  end();
  const json = await readFile(report, 'utf8').catch(() => '{"testResults":[]}');
  const { testResults } = JSON.parse(json) as {
    readonly testResults: readonly { readonly assertionResults: readonly Test[] }[];
  };
  return { code, output, tests: testResults.flatMap(({ assertionResults }) => assertionResults) };
}

/** Copies the files for tests, so that the working tree never changes. Dependencies are linked. */
async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'sitegrade-mutations-'));
  const leftOut = new Set(['node_modules', 'dist', 'coverage']);
  const folders = ['packages', 'examples', 'scripts', 'docs'];
  for (const entry of [...folders, 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    await cp(join(root, entry), join(copy, entry), {
      recursive: true,
      filter: (source) => !leftOut.has(basename(source)),
    });
  }
  const modules = join(root, 'node_modules');
  await mkdir(join(copy, 'node_modules/@sitegrade'), { recursive: true });
  for (const name of await readdir(modules)) {
    if (name === '@sitegrade' || name.startsWith('.')) continue;
    await symlink(join(modules, name), join(copy, 'node_modules', name));
  }
  // Versions that differ from those in the main folder, such as of commander.
  for (const name of await readdir(join(root, 'packages'))) {
    const folder = join(root, 'packages', name, 'node_modules');
    if (existsSync(folder)) await symlink(folder, join(copy, 'packages', name, 'node_modules'));
  }
  // Workspaces are linked by relative paths, which lead to the copies.
  for (const name of await readdir(join(modules, '@sitegrade'))) {
    const link = await readlink(join(modules, '@sitegrade', name));
    await symlink(link, join(copy, 'node_modules/@sitegrade', name));
  }
  return copy;
}
