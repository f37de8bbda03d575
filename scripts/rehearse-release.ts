import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// Makes the next release in a clone, up to what would be published, and deletes the clone: versions, ranges of
// dependencies, change logs and the lockfile. Run `npm run build` before.

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-release-'));
const clone = join(folder, 'sitegrade');

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** What would be published. */
interface Tarball {
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** A workspace: its folder from the root, and its manifest. */
type Workspace = readonly [folder: string, manifest: Manifest];

function workspaces(): readonly Workspace[] {
  return ['packages', 'examples']
    .flatMap((parent) => readdirSync(join(clone, parent)).map((name) => `${parent}/${name}`))
    .filter((path) => existsSync(join(clone, path, 'package.json')))
    .map((path) => [path, JSON.parse(readFileSync(join(clone, path, 'package.json'), 'utf8'))]);
}

function run(command: string, args: readonly string[]): string {
  return execFileSync(command, args, {
    cwd: clone,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Every dependency of a workspace on another must accept its version, or `npm ci` would search for it elsewhere. */
function rangeFaults(all: readonly Workspace[]): string[] {
  const versions = new Map(all.map(([, { name, version }]) => [name, version]));
  return all.flatMap(([path, { dependencies, peerDependencies, devDependencies }]) =>
    Object.entries({ ...devDependencies, ...peerDependencies, ...dependencies }).flatMap(
      ([name, range]) => {
        const version = versions.get(name);
        const accepted = [version, `${version?.split('.')[0]}.x`];
        if (version === undefined || accepted.includes(range)) return [];
        return [`${path} needs ${name} ${range}, which is ${version}`];
      },
    ),
  );
}

try {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, clone]);
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'));
  const before = workspaces();
  const published = before.filter(([, manifest]) => manifest.private !== true);
  console.log(run(process.execPath, ['node_modules/@changesets/cli/bin.js', 'version']).trim());

  const after = workspaces();
  const released = after.filter(([, manifest]) => manifest.private !== true);
  const [version = '', ...others] = new Set(released.map(([, manifest]) => manifest.version));
  assert.deepEqual(others, [], 'all published packages have one version');
  assert.notEqual(version, published[0]?.[1].version, 'there is a change to release');
  const isFirst = published[0]?.[1].version === '0.0.0';
  if (isFirst) assert.equal(version, '0.1.0');
  assert.deepEqual(rangeFaults(after), []);
  for (const [path] of released) {
    const log = readFileSync(join(clone, path, 'CHANGELOG.md'), 'utf8');
    assert.match(
      log,
      new RegExp(`\\n## ${version.replaceAll('.', '\\.')}\\n\\n### \\w+ Changes\\n\\n- `),
      path,
    );
  }
  const left = readdirSync(join(clone, '.changeset')).filter((file) => file.endsWith('.md'));
  assert.deepEqual(left, []);

  // A registry that is not there: nothing can be published by mistake.
  const offline = ['--registry', 'http://127.0.0.1:9/', '--fetch-retries', '0'];
  for (const [path, { name }] of released) {
    cpSync(join(root, path, 'dist'), join(clone, path, 'dist'), { recursive: true });
    const dryRun = ['publish', '--dry-run', '--json', '--ignore-scripts', ...offline, '-w', path];
    const output: Readonly<Record<string, Tarball>> = JSON.parse(run('npm', dryRun));
    const { size = 0, files = [] } = output[name] ?? {};
    assert.ok(
      files.some((file) => file.path.startsWith('dist/')),
      name,
    );
    console.log(`${name} ${version}: ${files.length} files, ${Math.ceil(size / 1024)} KiB`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
