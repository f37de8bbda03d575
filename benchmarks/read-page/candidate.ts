import { TextDecoder } from '@exodus/bytes/encoding.js';
import { Parser } from 'htmlparser2';
import { parse } from 'parse5';
import type { AuditFacts } from '../../packages/audit/src/audit-facts.ts';
import { factsOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { openCpuAccount } from '../../packages/audit/src/limits/cpu-account.ts';
import { buildAudit } from '../build-audit.ts';
import { readPages } from '../typical-pages/page-folder.ts';

// Reads all pages of a folder in one way for each message, and answers with the microseconds of CPU time of its steps.
// Each way has a separate process, so that none collects the garbage of another.

const [, , way = '', folder = ''] = process.argv;
const contentType = 'text/html; charset=utf-8';
const pages = readPages(folder);
const decode = (page: Uint8Array) => new TextDecoder().decode(page);
const spent = new Map<string, number>();

const ways: Readonly<Record<string, () => Promise<(page: Buffer) => unknown>>> = {
  decode: async () => decode,
  htmlparser2: async () => (page) => new Parser({}).end(decode(page)),
  parse5: async () => (page) => parse(decode(page)),
  cheerio: () => cheerioWay('cheerio'),
  'cheerio-slim': () => cheerioWay('cheerio/slim'),
  async facts() {
    const { readPage } = (await buildAudit('facts', ['page/read-page']))['page/read-page'];
    return (page) => readPage(page, contentType);
  },
  checks: checkingWay,
};

const read = await ways[way]?.();
if (read === undefined) throw new Error(`There is no way ${way}.`);
process.on('message', async () => {
  spent.clear();
  for (const page of pages) await timed(way, () => read(page));
  process.send?.(Object.fromEntries(spent));
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function timed<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  spent.set(name, (spent.get(name) ?? 0) + user + system);
  return result;
}

/** @param entry - Of cheerio: the main one parses with parse5, `cheerio/slim` with htmlparser2. */
async function cheerioWay(entry: string): Promise<(page: Buffer) => unknown> {
  const file = new URL('../competitors/cheerio-facts.js', import.meta.url).href;
  const { cheerioFacts } = (await import(file)) as {
    cheerioFacts: (entry: string) => Promise<(html: string) => unknown>;
  };
  const extract = await cheerioFacts(entry);
  return (page) => extract(decode(page));
}

/** As in a report: a page is read, its URLs are resolved, and it is checked before the next one is read. */
async function checkingWay(): Promise<(body: Buffer) => Promise<void>> {
  const audit = await buildAudit('page', [
    'page/read-page',
    'readings/page-urls',
    'checks/index',
    'scoring/run-checks',
    'scoring/score',
  ]);
  const { readPage } = audit['page/read-page'];
  const { resolvePageUrls } = audit['readings/page-urls'];
  const { checks } = audit['checks/index'];
  const { runChecks } = audit['scoring/run-checks'];
  const { scoreResults } = audit['scoring/score'];
  const factsByPage = new Map<Buffer, AuditFacts>();
  for (const page of pages) {
    factsByPage.set(page, await factsOf({ html: page.toString('utf8') }));
  }
  return async (body) => {
    const facts = factsByPage.get(body);
    if (facts === undefined) throw new Error('The page has no facts.');
    const page = await timed('read', () => readPage(body, contentType));
    const urls = await timed('urls', () =>
      resolvePageUrls(page, facts.response.finalUrl, openCpuAccount()),
    );
    await timed('check', async () => {
      const results = await runChecks(checks, { ...facts, page, urls });
      scoreResults(checks, results, { expectIndexable: true });
    });
  };
}
