import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createContext, createReport } from '@sitegrade/core';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { memoryStore } from '../../packages/store-memory/src/memory-store.ts';

// Compares the findings of sitegrade and Lighthouse: serves real pages from a folder on loopback and runs
// both. Prints for each audit how often they agree, and lists every disagreement.
//
//   npm run compare -- a-folder-of-html-files [--pages 40] [--scripts] [--json file]
//
// Without --scripts the scripts of the pages do not run, so that both see the same page. Needs Chromium
// (CHROME_PATH, or one that chrome-launcher finds).

/** The Lighthouse audits, and our checks for each. */
const pairs = {
  'is-crawlable': ['indexable-meta', 'indexable-header', 'indexable-robots-txt'],
  'document-title': ['title'],
  'meta-description': ['meta-description'],
  'http-status-code': ['http-status'],
  'link-text': ['link-text'],
  'crawlable-anchors': ['links-crawlable'],
  'robots-txt': ['robots-txt-valid'],
  'image-alt': ['image-alt'],
  hreflang: ['hreflang-valid'],
  canonical: ['canonical'],
  'html-has-lang': ['lang'],
  'html-lang-valid': ['lang-valid'],
  'valid-lang': ['lang-valid'],
  'meta-viewport': ['viewport-zoom'],
  'heading-order': ['heading-order'],
  'link-name': ['link-name'],
  'frame-title': ['iframe-name'],
  'input-image-alt': ['image-button-name'],
  doctype: ['doctype'],
  charset: ['charset'],
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '40' },
    scripts: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('Name a folder of .html files.');

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .slice(0, Number(values.pages));

const server = createServer((request, response) => {
  const name = request.url?.slice(1) ?? '';
  if (!files.includes(name)) return response.writeHead(404).end('Not found');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (!values.scripts) response.setHeader('content-security-policy', "script-src 'none'");
  response.end(readFileSync(join(folder, name)));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

const context = createContext({
  store: memoryStore(),
  network: { allowAddresses: [new URL(origin).host], ports: 'any' },
});
const chrome = await launch({
  chromeFlags: [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    // The hosts of the pages are not contacted: their pages have changed.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  ],
});

const compared = [];
try {
  for (const [index, name] of files.entries()) {
    const url = `${origin}/${name}`;
    const started = performance.now();
    const report = await createReport(context, 'owner', { url });
    const ours = performance.now() - started;
    const result = await lighthouse(url, {
      port: chrome.port,
      onlyAudits: Object.keys(pairs),
      maxWaitForLoad: 15_000,
      logLevel: 'silent',
    });
    const theirs = performance.now() - started - ours;
    const audits = result?.lhr.audits ?? {};
    for (const [audit, ids] of Object.entries(pairs)) {
      const checks = ids.map((id) => [id, report.checks[id]]).filter(([, check]) => check);
      if (!audits[audit] || checks.length === 0) continue;
      compared.push({
        page: name,
        audit,
        theirs: verdictOf(audits[audit]),
        ours: ourVerdict(checks),
        theyQuote: snippetsOf(audits[audit]),
        weQuote: checks.flatMap(([id, { status, summary, evidence }]) =>
          status === 'fail' || status === 'warn'
            ? [`${id}: ${summary}`, ...evidence.slice(0, 3).map(({ text }) => text)]
            : [],
        ),
      });
    }
    console.error(
      `${index + 1}/${files.length} ${name}: ${Math.round(ours)} ms, Lighthouse ${Math.round(theirs)} ms`,
    );
  }
} finally {
  await chrome.kill();
  server.close();
}

if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(compared, null, 1));
print();

/** @returns whether Lighthouse reports the page; `null` if the audit itself failed. */
function verdictOf({ score, scoreDisplayMode }) {
  if (scoreDisplayMode === 'error') return null;
  return score === null ? false : score < 1;
}

/** @returns whether sitegrade reports the page. */
function ourVerdict(checks) {
  if (checks.every(([, { status }]) => status === 'error')) return null;
  return checks.some(([, { status }]) => status === 'fail' || status === 'warn');
}

function snippetsOf({ details, explanation }) {
  const items = details?.items ?? [];
  const quotes = items
    .slice(0, 3)
    .map(
      (item) => item.node?.snippet ?? item.source?.snippet ?? JSON.stringify(item).slice(0, 200),
    );
  return explanation ? [explanation, ...quotes] : quotes;
}

function print() {
  console.log('| Audit | Pages | Agree | Only Lighthouse reports | Only sitegrade reports |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  const evaluated = compared.filter(({ ours, theirs }) => ours !== null && theirs !== null);
  for (const audit of Object.keys(pairs)) {
    const own = evaluated.filter((one) => one.audit === audit);
    if (own.length === 0) continue;
    const agree = own.filter(({ ours, theirs }) => ours === theirs).length;
    const onlyThey = own.filter(({ ours, theirs }) => theirs && !ours).length;
    console.log(
      `| ${audit} | ${own.length} | ${agree} | ${onlyThey} | ${own.length - agree - onlyThey} |`,
    );
  }
  for (const one of evaluated.filter(({ ours, theirs }) => ours !== theirs)) {
    console.log(
      `\n${one.audit}, ${one.page}: ${one.theirs ? 'only Lighthouse' : 'only sitegrade'}`,
    );
    for (const quote of one.theirs ? one.theyQuote : one.weQuote) {
      console.log(`    ${quote.replace(/\s+/g, ' ').slice(0, 200)}`);
    }
  }
}
