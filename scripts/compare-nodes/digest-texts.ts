import { createHash } from 'node:crypto';
import { openCpuAccount } from '../../packages/audit/src/cpu-account.ts';
import { decodePage } from '../../packages/audit/src/page/charset/decode-page.ts';
import { takeSlices } from '../../packages/audit/src/time-slices.ts';
import { byteSequences, encodings } from './byte-sequences.ts';

// Prints a digest of every text that this Node decodes, one per line: `run.ts` compares them.

/** A slice without an end, because nothing else runs here. */
const slices = takeSlices(Number.POSITIVE_INFINITY, openCpuAccount());

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
