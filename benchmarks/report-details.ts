import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as zlib from 'node:zlib';
import { summarizePage } from '../packages/core/src/audit/audit-page.ts';
import { factsOf } from '../packages/core/src/audit/checks/fixtures/facts-of.ts';
import { checks } from '../packages/core/src/audit/checks/index.ts';
import { runChecks } from '../packages/core/src/audit/run-checks.ts';
import { scoreResults } from '../packages/core/src/audit/score.ts';

// The cost of storing the large part of a report, by compression: milliseconds and bytes per report.
// Compression and decompression are timed synchronously, and compression also in zlib's own threads, as
// the CPU time that is left on this thread.
//
//   npm run bench:details -- a-folder-of-html-files [rounds]

const [folder, rounds = '5'] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Name a folder of .html files: npm run bench:details -- a-folder');
  process.exit(1);
}

const texts: string[] = [];
for (const name of readdirSync(folder).filter((one) => /\.html?$/.test(one))) {
  const facts = await factsOf({ html: readFileSync(join(folder, name), 'utf8') });
  const results = await runChecks(checks, facts);
  const score = scoreResults(checks, results, { expectIndexable: true });
  const page = summarizePage(facts);
  texts.push(JSON.stringify({ ...score, checks: results, page }));
}

interface Format {
  readonly name: string;
  readonly pack: (text: string) => Uint8Array;
  readonly unpack: (bytes: Uint8Array) => Uint8Array;
  readonly packAside?: (text: string) => Promise<Uint8Array>;
}

const deflate = (level: number): Format => ({
  name: `deflate ${level}`,
  pack: (text) => zlib.deflateRawSync(text, { level }),
  unpack: (bytes) => zlib.inflateRawSync(bytes),
  packAside: (text) => promisify<string, object, Buffer>(zlib.deflateRaw)(text, { level }),
});
const brotli = (quality: number): Format => {
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: quality };
  return {
    name: `brotli ${quality}`,
    pack: (text) => zlib.brotliCompressSync(text, { params }),
    unpack: (bytes) => zlib.brotliDecompressSync(bytes),
    packAside: (text) => promisify<string, object, Buffer>(zlib.brotliCompress)(text, { params }),
  };
};
const formats: readonly Format[] = [
  { name: 'as text', pack: (text) => Buffer.from(text), unpack: (bytes) => bytes },
  ...[1, 3, 6].map(deflate),
  {
    name: 'gzip 6',
    pack: (text) => zlib.gzipSync(text),
    unpack: (bytes) => zlib.gunzipSync(bytes),
    packAside: (text) => promisify<string, Buffer>(zlib.gzip)(text),
  },
  ...[1, 4, 5].map(brotli),
];

const columns = [
  'compress p50',
  'p99',
  'decompress p50',
  'p99',
  'threads: CPU here',
  'KB p50',
  'KB max',
];
console.log(`Node ${process.version}, ${texts.length} reports\n`);
console.log(`| | ${columns.join(' | ')} |\n| --- |${' ---: |'.repeat(columns.length)}`);
for (const { name, pack, unpack, packAside } of formats) {
  const times = { pack: [] as number[], unpack: [] as number[] };
  for (let round = -2; round < Number(rounds); round += 1) {
    for (const text of texts) {
      const began = performance.now();
      const bytes = pack(text);
      const packed = performance.now();
      Buffer.from(unpack(bytes)).toString('utf8');
      if (round < 0) continue;
      times.pack.push(packed - began);
      times.unpack.push(performance.now() - packed);
    }
  }
  const here = packAside ? await timeHere(packAside) : undefined;
  const sizes = texts.map((text) => pack(text).length / 1000);
  const cells = [
    at(times.pack, 0.5).toFixed(2),
    at(times.pack, 0.99).toFixed(2),
    at(times.unpack, 0.5).toFixed(2),
    at(times.unpack, 0.99).toFixed(2),
    here?.toFixed(2) ?? '',
    at(sizes, 0.5).toFixed(1),
    at(sizes, 1).toFixed(1),
  ];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}

/** CPU time of this thread per report, in milliseconds: how long the event loop was busy. */
async function timeHere(packAside: (text: string) => Promise<Uint8Array>): Promise<number> {
  const before = performance.eventLoopUtilization();
  for (const text of texts) await packAside(text);
  return performance.eventLoopUtilization(before).active / texts.length;
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
