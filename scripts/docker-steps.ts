import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

// Runs the steps of the Dockerfile without Docker, with this machine's Node: each stage is a view of this machine's
// files whose changes go to a separate folder. Then it runs the CMD and the HEALTHCHECK as the image's user, on a
// read-only view. Needs Linux and root, for the views: npm run tool -- docker-steps.

const root = join(import.meta.dirname, '..');

interface Step {
  readonly instruction: string;
  readonly value: string;
}

/** The instructions of a Dockerfile, each on one line. */
function readSteps(file: string): readonly Step[] {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  return lines.map((line) => {
    const [, instruction = '', value = ''] = /^([A-Z]+)\s+(.+)$/.exec(line) ?? [];
    if (instruction === '') throw new Error(`Not an instruction: ${line}`);
    return { instruction, value };
  });
}

/** A stage: its changes to the files, and what its instructions have set. */
interface Stage {
  readonly name: string;
  readonly changes: string;
  readonly environment: Record<string, string>;
  folder: string;
  user: string;
  healthcheck: readonly string[];
  command: readonly string[];
}

interface View {
  /** Whether the process may change files. */
  readonly readOnly?: boolean;
  /** Folders of this machine that replace those of the view. */
  readonly volumes?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The arguments of `unshare` that run a command in a stage. */
function argumentsFor(stage: Stage, command: readonly string[], view: View): string[] {
  const at = (path: string) => `"$VIEW${path}"`;
  const mounts = ['/proc', '/dev', '/sys', '/etc/resolv.conf', '/etc/hosts'].map(
    (path) => `mount --rbind ${path} ${at(path)}`,
  );
  const volumes = Object.entries(view.volumes ?? {}).map(
    ([path, folder]) => `mount --bind '${folder}' ${at(path)}`,
  );
  const layers = `lowerdir=/,upperdir=${stage.changes}/files,workdir=$WORK`;
  const script = [
    'set -eu',
    `VIEW=${stage.changes}/view`,
    // A separate folder: the server and its health check mount the same view at the same time.
    `WORK=$(mktemp -d ${stage.changes}/work-XXXXXX)`,
    `mount -t overlay overlay -o "${view.readOnly ? 'ro,' : ''}${layers}" "$VIEW"`,
    ...mounts,
    ...volumes,
    'exec chroot "$VIEW" "$@"',
  ].join('\n');
  const [uid = '0', gid = '0'] = stage.user.split(':');
  const asUser = [
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${gid}`,
    '--clear-groups',
    '--no-new-privs',
  ];
  const variables = Object.entries({ ...stage.environment, ...view.environment });
  return [
    ...['-m', 'sh', '-c', script, 'view', 'env', '-C', stage.folder],
    ...variables.map(([name, value]) => `${name}=${value}`),
    ...(stage.user === '0:0' ? [] : asUser),
    ...command,
  ];
}

/** Copies the build context: the tracked files that `.dockerignore` leaves. */
function copyContext(destination: string): void {
  const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const matches = (file: string, pattern: string) => {
    const source = pattern
      .replace(/[.]/g, '\\.')
      .replace(/\*\*\/|\*\*|\*/g, (stars) => (stars === '*' ? '[^/]*' : '(?:.*)'));
    return new RegExp(`^${source}(?:/|$)`).test(file);
  };
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  for (const file of files) {
    const last = rules.findLast((rule) => matches(file, rule.replace(/^!/, '')));
    if (last === undefined || last.startsWith('!'))
      cpSync(join(root, file), join(destination, file));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Runs all steps of the stages, and returns the last one.
 *
 * @param base - The image that the first stage continues.
 */
function build(steps: readonly Step[], folder: string, base?: Stage): Stage {
  const stages: Stage[] = base === undefined ? [] : [base];
  const last = () => stages.at(-1) ?? assert.fail('The first instruction must be FROM.');
  for (const { instruction, value } of steps) {
    console.log(`\n== ${instruction} ${value}`);
    const stage = instruction === 'FROM' || instruction === 'ARG' ? undefined : last();
    if (instruction === 'FROM' && base !== undefined) {
      assert.equal(value, 'sitegrade');
    } else if (instruction === 'FROM') {
      const [, name = 'last'] = / AS (\w+)$/.exec(value) ?? [];
      const changes = join(folder, name);
      for (const part of ['files', 'view']) mkdirSync(join(changes, part), { recursive: true });
      const environment = {};
      stages.push({
        name,
        changes,
        environment,
        folder: '/',
        user: '0:0',
        healthcheck: [],
        command: [],
      });
    } else if (stage === undefined || instruction === 'EXPOSE' || instruction === 'VOLUME') {
      // ARG, and what only Docker uses.
    } else if (instruction === 'WORKDIR') {
      stage.folder = value;
      mkdirSync(join(stage.changes, 'files', value), { recursive: true });
    } else if (instruction === 'ENV') {
      const [, name = '', text = ''] = /^(\w+)=(\S+)$/.exec(value) ?? assert.fail(value);
      stage.environment[name] = text;
    } else if (instruction === 'USER') {
      stage.user = value;
    } else if (instruction === 'COPY') {
      const target = join(stage.changes, 'files', stage.folder);
      const [, from, path = ''] = /^--from=(\w+) (\S+) \.\/$/.exec(value) ?? [];
      const source = stages.find(({ name }) => name === from);
      if (source)
        cpSync(join(source.changes, 'files', path), target, {
          recursive: true,
          verbatimSymlinks: true,
        });
      else if (value === '. .') copyContext(target);
      else assert.fail(`COPY ${value} is not supported here.`);
    } else if (instruction === 'RUN') {
      execFileSync('unshare', argumentsFor(stage, ['sh', '-c', value], {}), { stdio: 'inherit' });
    } else if (instruction === 'HEALTHCHECK') {
      stage.healthcheck = JSON.parse(value.slice(value.indexOf('CMD') + 3));
    } else if (instruction === 'CMD') {
      stage.command = JSON.parse(value);
    } else {
      assert.fail(`${instruction} is not supported here.`);
    }
  }
  return last();
}

/** Runs the CMD on a read-only view until its HEALTHCHECK succeeds, uses it, and stops it. */
async function tryImage(stage: Stage, folder: string): Promise<void> {
  console.log(`\n== Runs as ${stage.user}, on a read-only view: ${stage.command.join(' ')}`);
  assert.notEqual(stage.user.split(':')[0], '0', 'The image must not run as root.');
  const data = join(folder, 'data');
  mkdirSync(data);
  const [uid = 0, gid = 0] = stage.user.split(':').map(Number);
  execFileSync('chown', [`${uid}:${gid}`, data]);
  const port = await freePort();
  const view = { readOnly: true, volumes: { '/data': data }, environment: { PORT: String(port) } };
  const server = spawn('unshare', argumentsFor(stage, stage.command, view), { stdio: 'pipe' });
  let output = '';
  const take = (part: Buffer) => {
    output += String(part);
  };
  server.stdout.on('data', take);
  server.stderr.on('data', take);
  const exited = new Promise<number | null>((resolve) => server.once('close', resolve));
  try {
    const isHealthy = () => {
      try {
        execFileSync('unshare', argumentsFor(stage, stage.healthcheck, view), { stdio: 'pipe' });
        return true;
      } catch {
        return false;
      }
    };
    assert.equal(isHealthy(), false, 'The health check succeeds before the server listens.');
    // The first key is printed just after the server listens.
    const firstKey = /\bsitegrade_\w{38}\b/;
    for (let tries = 0; !isHealthy() || !firstKey.test(output); tries += 1) {
      assert.ok(tries < 60 && server.exitCode === null, `The server is not healthy:\n${output}`);
      await wait(500);
    }
    const [key] = firstKey.exec(output) ?? assert.fail(`There is no key:\n${output}`);
    const headers = { authorization: `Bearer ${key}` };
    const url = `http://127.0.0.1:${port}`;
    assert.equal((await fetch(`${url}/ready`)).status, 200);
    assert.equal((await fetch(`${url}/api/v1/reports`, { headers })).status, 200);
    const write = ['sh', '-c', 'touch /app/x || touch /tmp/x || touch /var/tmp/x'];
    assert.throws(
      () => execFileSync('unshare', argumentsFor(stage, write, view), { stdio: 'pipe' }),
      /Read-only file system/,
    );
    server.kill('SIGTERM');
    assert.equal(await exited, 0, `It did not end with 0:\n${output}`);
    assert.deepEqual(readdirSync(data), ['sitegrade.sqlite']);
  } finally {
    server.kill('SIGKILL');
  }
}

/** What is read of a report of the API. */
interface RenderedRecord {
  readonly id: number;
  readonly page: { readonly rendering: { readonly status: string } | null };
  readonly checks: Readonly<Record<string, { readonly status: string }>>;
}

/** Renders a page with the image that has a browser, as its user. */
async function tryRendering(stage: Stage, folder: string): Promise<void> {
  console.log(`\n== Renders a page as ${stage.user}, with RENDER=${stage.environment.RENDER}`);
  assert.notEqual(stage.user.split(':')[0], '0', 'The image must not run as root.');
  const [uid = 0, gid = 0] = stage.user.split(':').map(Number);
  const [data, temporary] = [join(folder, 'rendering-data'), join(folder, 'rendering-tmp')];
  for (const path of [data, temporary]) {
    mkdirSync(path);
    execFileSync('chown', [`${uid}:${gid}`, path]);
  }
  const page = createHttpServer((_request, response) => {
    const script = 'document.body.innerHTML = "<h1>Rye</h1>" + "bread ".repeat(80)';
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><html lang="en"><div id="root"></div><script>${script}</script>`);
  });
  await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
  const { port: pagePort } = page.address() as AddressInfo;
  const port = await freePort();
  const environment = {
    PORT: String(port),
    ALLOW_LOCALHOST: 'true',
    // Without it, Chromium needs user namespaces, which depend on the host.
    BROWSER_SANDBOX: 'false',
  };
  const volumes = { '/data': data, '/tmp': temporary };
  const view = { readOnly: true, volumes, environment };
  const server = spawn('unshare', argumentsFor(stage, stage.command, view), { stdio: 'pipe' });
  let output = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (part: Buffer) => {
      output += String(part);
    });
  }
  const exited = new Promise<number | null>((resolve) => server.once('close', resolve));
  try {
    const firstKey = /\bsitegrade_\w{38}\b/;
    for (let tries = 0; !firstKey.test(output); tries += 1) {
      assert.ok(tries < 60 && server.exitCode === null, `The server does not start:\n${output}`);
      await wait(500);
    }
    const [key] = firstKey.exec(output) ?? assert.fail(`There is no key:\n${output}`);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${port}/api/v1/reports`;
    const body = JSON.stringify({ url: `http://127.0.0.1:${pagePort}/` });
    const response = await fetch(url, { method: 'POST', headers, body });
    const { data: report } = (await response.json()) as { readonly data: RenderedRecord };
    assert.equal(report.page.rendering?.status, 'rendered', output);
    assert.equal(report.checks.h1?.status, 'pass');
    const picture = await fetch(`${url}/${report.id}/screenshot`, { headers });
    assert.equal(picture.status, 200, 'There is no picture.');
    server.kill('SIGTERM');
    assert.equal(await exited, 0, `It did not end with 0:\n${output}`);
    const left = readdirSync(temporary, { recursive: true });
    // The folder of profiles stays, without any.
    assert.deepEqual(left, [`sitegrade-chromium-${uid}`], 'The browser has left files.');
  } finally {
    server.kill('SIGKILL');
    page.close();
  }
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error(
    'SKIPPED: the steps of the Dockerfile need Linux and root, for views of the files.',
  );
  process.exit(process.env.CI ? 1 : 0);
}
const startedAt = performance.now();
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-docker-'));
try {
  // The user of the image must be able to traverse it.
  execFileSync('chmod', ['755', folder]);
  const image = build(readSteps(join(root, 'Dockerfile')), folder);
  await tryImage(image, folder);
  const withBrowser = build(readSteps(join(root, 'Dockerfile.chromium')), folder, image);
  await tryRendering(withBrowser, folder);
  console.log(
    `\nThe steps of the Dockerfile work, in ${Math.round((performance.now() - startedAt) / 1_000)} s.`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
