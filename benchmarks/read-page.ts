import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { Parser } from 'htmlparser2';
import { parse } from 'parse5';
import { buildReadPage, pageFolder } from './build-read-page.ts';

// The cost of reading a page relative to htmlparser2's Parser, which decodes it and calls empty handlers.
// The candidates alternate in every round; the medians of the rounds are compared, in CPU time, so that
// other work on the machine matters little.
//
//   npm run bench -- page [folder with pages] [rounds]

const readPage = await buildReadPage('benchmark-read-page');

const folder = process.argv[2] ?? join(pageFolder, 'fixtures/pages');
const rounds = Number(process.argv[3] ?? 15);
const pages = readdirSync(folder)
  .filter((name) => /\.html?(?:\.txt)?$/.test(name))
  .map((name) => new Uint8Array(readFileSync(join(folder, name))));
const bytes = pages.reduce((sum, page) => sum + page.length, 0);

const decode = (page: Uint8Array) => new TextDecoder().decode(page);

const candidates: Readonly<Record<string, (page: Uint8Array) => unknown>> = {
  'decode only': decode,
  'htmlparser2 Parser, empty handlers': (page) => new Parser({}).end(decode(page)),
  readPage: (page) => readPage(page, 'text/html; charset=utf-8'),
  'parse5 tree': (page) => parse(decode(page)),
};

const times = new Map(Object.keys(candidates).map((name) => [name, [] as number[]]));
// The first rounds are warm-up; small folders are read several times per round.
const repeats = Math.ceil(2_000_000 / bytes);
for (let round = -3; round < rounds; round++) {
  for (const [name, read] of Object.entries(candidates)) {
    const before = process.cpuUsage();
    for (let repeat = 0; repeat < repeats; repeat++) for (const page of pages) await read(page);
    const { user, system } = process.cpuUsage(before);
    if (round >= 0) times.get(name)?.push((user + system) / 1_000 / repeats);
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
const base = median(times.get('htmlparser2 Parser, empty handlers') ?? []);
console.log(`${pages.length} pages, ${(bytes / 1_000).toFixed()} KB, median of ${rounds} rounds`);
for (const [name, values] of times) {
  const time = median(values);
  const perPage = ((time / pages.length) * 1_000).toFixed();
  console.log(
    `${(time / base).toFixed(2).padStart(6)}  ${perPage.padStart(6)} µs per page  ${name}`,
  );
}
