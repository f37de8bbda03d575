import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { openCpuAccount } from '../../packages/core/src/audit/cpu-account.ts';
import { decodePage } from '../../packages/core/src/audit/page/charset/decode-page.ts';
import { sniffCharset } from '../../packages/core/src/audit/page/charset/sniff-charset.ts';
import { takeSlices } from '../../packages/core/src/audit/time-slices.ts';
import { byteSequences, encodings } from './byte-sequences.ts';

// Prints a digest of every text that this Node decodes, a line each: `run.ts` compares them.

interface EncodingCases {
  readonly cases: readonly { readonly base64: string }[];
}

const fixture = '../../packages/core/src/audit/page/fixtures/encodings.json';
const { cases }: EncodingCases = JSON.parse(
  readFileSync(new URL(fixture, import.meta.url), 'utf8'),
);

/** Never over: nothing else runs here. */
const slices = takeSlices(Number.POSITIVE_INFINITY, openCpuAccount());

for (const [index, { base64 }] of cases.entries()) {
  const body = Buffer.from(base64, 'base64');
  const { name } = sniffCharset(body, null);
  await print(`encodings.json ${index} ${name}`, body, name);
}
for (const encoding of encodings) {
  for (const [what, body] of byteSequences(encoding)) {
    await print(`${encoding}: ${what}`, body, encoding);
  }
}

async function print(what: string, body: Uint8Array, encoding: string): Promise<void> {
  const { text } = await decodePage(body, encoding, slices);
  // As UTF-16, so that two lone surrogates are not one U+FFFD.
  const digest = createHash('sha256').update(Buffer.from(text, 'utf16le')).digest('hex');
  console.log(`${what}\t${text.length}\t${digest}`);
}
