import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../packages/store-postgres/test/start-postgres.ts';
import { bundleScript } from '../scripts/bundle-script.ts';
import type { Database } from './crawls/measure.ts';
import type { MeasuredCrawl, RecrawlSettings } from './recrawls/measure.ts';

// What a crawl of what has changed costs relative to the first one, when 3 % of the pages have: bytes, CPU time of the
// worker, and time, with validators and without. Its results must be those of a crawl of everything after it.
//
//   npm run bench -- recrawls
//   npm run bench -- recrawls --pages 2000 --bytes 20000
//   npm run bench -- recrawls --postgres
//   npm run bench -- recrawls --unchecked --etag    only with validators, and without the last crawl, which takes longest

const option = (name: string, fallback: number) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const has = (name: string) => process.argv.includes(`--${name}`);
const pages = option('pages', 10_000);
const bytes = option('bytes', 20_000);
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-bench-recrawls-'));
const script = bundleScript(fileURLToPath(new URL('recrawls/measure.ts', import.meta.url)), {
  keepNames: false,
});
const postgres = has('postgres') ? await startPostgres() : undefined;
try {
  await measure('etag');
  if (!has('etag')) await measure('none');
} finally {
  await postgres?.remove();
  rmSync(folder, { recursive: true });
}

async function measure(validators: 'etag' | 'none'): Promise<void> {
  const path = fileURLToPath(new URL('recrawls/site.ts', import.meta.url));
  const site = fork(path, [String(pages), String(bytes), validators], {
    execArgv: ['--import=tsx'],
  });
  const [origin] = (await once(site, 'message')) as [string];
  const filename = join(folder, `${validators}.sqlite`);
  const database: Database = postgres ?? { filename };
  const settings: RecrawlSettings = { origin, pages, database };
  const worker = fork(script, [JSON.stringify(settings)], { execArgv: [] });
  await once(worker, 'message');
  const crawl = async (recrawl: 'all' | 'changed') => {
    await ask(site, 'count');
    const measured = (await ask(worker, recrawl)) as MeasuredCrawl;
    const { requests, bytes: sentBytes } = (await ask(site, 'count')) as Sent;
    return { ...measured, requests, sentBytes };
  };
  const first = await crawl('all');
  await ask(site, 'change');
  const second = await crawl('changed');
  const full = has('unchecked') ? undefined : await crawl('all');
  worker.send('end');
  site.kill();
  const ratio = (of: (measured: typeof first) => number) => (of(second) / of(first)).toFixed(3);
  console.log(
    `${postgres ? 'Postgres' : 'SQLite'}, ${validators === 'etag' ? 'with validators' : 'without validators'}: ${first.done} pages of ${bytes} bytes, ${(first.cpuMs / first.done).toFixed(1)} ms of CPU time each, then ${second.unchanged} unchanged with ${second.requests} requests`,
  );
  console.log(
    `  relative to the first: bytes ${ratio(({ sentBytes }) => sentBytes)}, CPU time ${ratio(({ cpuMs }) => cpuMs)}, time ${ratio(({ ms }) => ms)}${full ? `; a full crawl after it: CPU time ${(full.cpuMs / first.cpuMs).toFixed(3)}` : ''}`,
  );
  if (second.fullReason !== null) throw new Error(`It was a full crawl: ${second.fullReason}.`);
  if (full && digestOf(second.results) !== digestOf(full.results)) {
    throw new Error('The results are not those of a crawl of everything.');
  }
}

interface Sent {
  readonly requests: number;
  readonly bytes: number;
}

async function ask(child: ChildProcess, message: string): Promise<unknown> {
  const answered = once(child, 'message');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process ended with ${code}.`);
  });
  ended.catch(() => {});
  child.send(message);
  return (await Promise.race([answered, ended]))[0];
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
