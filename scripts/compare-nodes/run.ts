import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Decodes the same bytes and checks the same pages with several Nodes, compares the results, and runs the
// tests of code that depends on the version of Node: `npm run tool -- compare-nodes node22/bin/node node26/bin/node`.

const root = fileURLToPath(new URL('../..', import.meta.url));
const tests = ['page/charset/decode-page', 'fetch/read-body', 'fetch/tls'];
const binaries = [process.execPath, ...process.argv.slice(2)];

function run(binary: string, args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(binary, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return { passed: status === 0, stdout, stderr };
}

const digests = binaries.map((binary) => {
  const version = run(binary, ['--version']).stdout.trim();
  const lines = ['digest-texts', 'digest-reports'].flatMap((name) => {
    const { passed, stdout, stderr } = run(binary, [
      '--conditions=@sitegrade/source',
      '--import',
      'tsx',
      fileURLToPath(new URL(`./${name}.ts`, import.meta.url)),
    ]);
    if (!passed) throw new Error(`${version} printed no digests: ${stderr.slice(-2000)}`);
    return stdout.trimEnd().split('\n');
  });
  return { binary, version, lines };
});

let agree = true;
const [first] = digests;
for (const { binary, version, lines } of digests) {
  const different = lines.filter((line, index) => line !== first?.lines[index]);
  const tested = run(binary, ['node_modules/vitest/vitest.mjs', 'run', ...tests]);
  const outcome = tested.passed ? 'tests pass' : `tests fail:\n${tested.stdout.slice(-3000)}`;
  console.log(
    `${version}: ${lines.length} texts and checks, ${different.length} different, ${outcome}`,
  );
  for (const line of different.slice(0, 20)) console.log(`  ${line}`);
  agree &&= tested.passed && different.length === 0 && lines.length === first?.lines.length;
}
process.exitCode = agree && digests.length > 1 ? 0 : 1;
