import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
  llm: /^# http\S+ score \d+ of 100/m,
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
    // The configuration of the machine is no fault of the package.
    npm_config_loglevel: 'error',
  };
  const run = (program: string, args: readonly string[]) =>
    new Promise<{ code: number | string; stdout: string; stderr: string }>((resolve) => {
      const options = { cwd: project, env: environment, maxBuffer: 2 ** 24 };
      execFile(program, args, options, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : (error.code ?? 'killed'), stdout, stderr }),
      );
    });
  const sitegrade = (...args: readonly string[]) => run('npx', ['--no', 'sitegrade', ...args]);

  const used = await run('node', ['-p', 'process.execPath']);
  const wanted = await run(node, ['-p', 'process.execPath']);
  assert.equal(used.stdout, wanted.stdout, `The folder of ${node} has no program named node.`);

  for (const [format, pattern] of Object.entries(formats)) {
    const { code, stdout, stderr } = await sitegrade(page, '--format', format);
    assert.deepEqual([format, code, stderr], [format, 0, '']);
    assert.match(stdout, pattern, format);
    if (format === 'json' || format === 'sarif') JSON.parse(stdout);
    assert.ok(format === 'llm' || stdout.includes(format === 'markdown' ? 'prices' : page), format);
  }

  const crawl = await sitegrade('crawl', page, '--max-pages', '3', '--format', 'json');
  assert.deepEqual([crawl.code, crawl.stderr.includes('--max-pages')], [0, true], crawl.stderr);
  assert.equal(JSON.parse(crawl.stdout).crawl.end, 'max_pages');
  const shown = await sitegrade('crawl', page, '--max-pages', '3', '--output', 'site.html');
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(readFileSync(join(project, 'site.html'), 'utf8'), formats.html ?? /$^/);

  const file = await sitegrade(page, '--output', 'report.html');
  assert.deepEqual(file, { code: 0, stdout: '', stderr: '' });
  assert.match(readFileSync(join(project, 'report.html'), 'utf8'), formats.html ?? /$^/);

  for (const [code, message, ...args] of [
    [1, 'below 100', page, '--min-score', '100'],
    [2, 'Did you mean --format?', page, '--formt', 'json'],
    [2, 'npm install sitegrade @sitegrade/server', 'serve'],
    [3, '"reason": "connect_refused"', 'http://127.0.0.1:1/', '--format', 'json'],
  ] as const) {
    const ended = await sitegrade(...args);
    assert.equal(ended.code, code, ended.stderr);
    assert.ok((ended.stdout + ended.stderr).includes(message), ended.stderr);
    assert.deepEqual(unexpectedWarnings(ended.stderr), []);
  }
}
