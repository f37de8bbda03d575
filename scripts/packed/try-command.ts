import assert from 'node:assert/strict';
import { type ChildProcess, execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { unexpectedWarnings } from './unexpected-warnings.ts';

/** What each format of the report of a page contains. */
const formats: Readonly<Record<string, RegExp>> = {
  pretty: /^ {2}\d+ of 100 {2}(?:good|decent|bad)/m,
  json: /^\{\n {2}"reports": \[\n/,
  html: /^<!doctype html>.*<\/html>\s*$/is,
  csv: /^\ufeffurl,final_url,score,/,
  junit: /^<\?xml .*<\/testsuites>\s*$/s,
  markdown: /^\| Page \| Score \|/,
  sarif: /^\{\n {2}"\$schema": ".*sarif/,
  codequality: /^\[\n {2}\{\n {4}"description": /,
  llm: /^# «http\S+» score \d+ of 100/m,
};

/** What each format of a crawl contains, where that is not the same as of a report. */
const crawlFormats: Readonly<Record<string, RegExp>> = {
  ...formats,
  json: /^\{\n {2}"crawl": \{\n/,
  csv: /^\ufeffurl,state,/,
  markdown: /^\| Site \| Score \|/,
};

/**
 * Runs `npx sitegrade` on a page in every format, with its other exit codes, and to a file.
 *
 * @param project A project with the command and what it depends on, and nothing else.
 * @param node The Node to run npx and the command with.
 */
export async function tryCommand(project: string, node: string, page: string): Promise<void> {
  const environment = {
    ...process.env,
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    // The configuration of the machine is not the fault of the package.
    npm_config_loglevel: 'error',
  };
  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = environment) =>
    new Promise<{ code: number | string; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: project, env, maxBuffer: 2 ** 24 };
      execFile(program, args, options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : (error.code ?? 'killed'), stdout, stderr }),
      );
    });
  const sitegrade = (...args: readonly string[]) => run('npx', ['--no', 'sitegrade', ...args]);

  const used = await run('node', ['-p', 'process.execPath']);
  const wanted = await run(node, ['-p', 'process.execPath']);
  assert.equal(used.stdout, wanted.stdout, `The folder of ${node} has no program named node.`);

  const hasCache = await run(node, ['-p', `'enableCompileCache' in require('node:module')`]);
  const cacheFolder = join(project, 'compiled');
  mkdirSync(cacheFolder);
  const cached = { ...environment, XDG_CACHE_HOME: cacheFolder };
  await run(node, [join(project, 'node_modules/sitegrade/dist/sitegrade.js'), '--version'], cached);
  assert.equal(readdirSync(cacheFolder).includes('sitegrade'), hasCache.stdout === 'true\n');

  for (const [format, pattern] of Object.entries(formats)) {
    const { code, stdout, stderr } = await sitegrade(page, '--format', format);
    assert.deepEqual([format, code, stderr], [format, 0, '']);
    assert.match(stdout, pattern, format);
    if (format === 'json' || format === 'sarif') JSON.parse(stdout);
    assert.ok(format === 'llm' || stdout.includes(format === 'markdown' ? 'prices' : page), format);
  }

  for (const [format, pattern] of Object.entries(crawlFormats)) {
    const args = ['crawl', page, '--max-pages', '3', '--format', format] as const;
    const { code, stdout, stderr } = await sitegrade(...args);
    const isReasonShown = (format === 'pretty' ? stdout : stderr).includes('--max-pages');
    assert.deepEqual([format, code, isReasonShown], [format, 0, true], stderr);
    assert.match(stdout, pattern, `crawl as ${format}`);
    if (format === 'json') assert.equal(JSON.parse(stdout).crawl.end, 'max_pages');
    if (format === 'sarif') JSON.parse(stdout);
    assert.ok(stdout.includes('prices'), `crawl as ${format}`);
  }
  await interruptCrawl(project, node);
  const shown = await sitegrade('crawl', page, '--max-pages', '3', '--output', 'site.html');
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(readFileSync(join(project, 'site.html'), 'utf8'), formats.html ?? /$^/);

  const file = await sitegrade(page, '--output', 'report.html');
  assert.deepEqual([file.code, file.stdout], [0, '']);
  assert.match(file.stderr, /^Wrote report\.html: \d+ of 100, /);
  assert.match(readFileSync(join(project, 'report.html'), 'utf8'), formats.html ?? /$^/);

  for (const [code, message, ...args] of [
    [1, 'below 100', page, '--min-score', '100'],
    [2, 'Did you mean --format?', page, '--formt', 'json'],
    [2, 'npm install sitegrade @sitegrade/server', 'serve'],
    [2, 'npm install sitegrade @sitegrade/mcp', 'mcp'],
    [3, '"reason": "connect_refused"', 'http://127.0.0.1:1/', '--format', 'json'],
  ] as const) {
    const ended = await sitegrade(...args);
    assert.equal(ended.code, code, ended.stderr);
    assert.ok((ended.stdout + ended.stderr).includes(message), ended.stderr);
    assert.deepEqual(unexpectedWarnings(ended.stderr), []);
  }
}

/** Sends SIGINT to a crawl while it waits for its second page: it writes what it has until then. */
async function interruptCrawl(project: string, node: string): Promise<void> {
  const crawl: { child?: ChildProcess } = {};
  const server = createServer(({ url }, response) => {
    if (url === '/held') crawl.child?.kill('SIGINT');
    else if (url !== '/') response.writeHead(404).end();
    else
      response.setHeader('content-type', 'text/html').end('<title>x</title><a href="/held">x</a>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const program = join(project, 'node_modules/sitegrade/dist/sitegrade.js');
  const args = [program, 'crawl', `http://127.0.0.1:${port}/`, '--format', 'json'];
  const ended = await new Promise<{ code: number | null; stdout: string; stderr: string }>(
    (resolve) => {
      crawl.child = execFile(node, args, (_, stdout, stderr) =>
        resolve({ code: crawl.child?.exitCode ?? null, stdout, stderr }),
      );
    },
  );
  server.closeAllConnections();
  server.close();
  assert.equal(ended.code, 130, ended.stderr);
  assert.match(ended.stderr, /^The crawl was stopped\..*\n$/);
  const { crawl: stopped, pages } = JSON.parse(ended.stdout);
  assert.deepEqual([stopped.status, stopped.score], ['canceled', null]);
  assert.deepEqual(
    pages.map(({ state }: { readonly state: string }) => state),
    ['done'],
  );
}
