import { createFairQueue } from '../../fair-queue.ts';
import { type CpuAccount, openCpuAccount } from '../cpu-account.ts';
import { declaredEncoding } from './charset/declared-encoding.ts';
import { type DecodedPage, decodePage } from './charset/decode-page.ts';
import { sniffCharset } from './charset/sniff-charset.ts';
import type { FactCollector } from './facts/collect-facts.ts';
import { ownCopies } from './own-copy.ts';
import type { PageFacts } from './page-facts.ts';
import { readText } from './read-text.ts';
import { type Turns, takeTurns } from './turns.ts';

/** How a page is read. */
export interface ReadPageOptions {
  /** Milliseconds of work before the event loop gets its turn; 2 by default. */
  readonly sliceMs?: number;
  /**
   * Whether to read as one that runs scripts: to visitors and to search engines what is in
   * `<noscript>` is no part of the page. `true` by default.
   */
  readonly scripting?: boolean;
  /** The analysis that the page is read for: its owner, and what the reading is charged to. */
  readonly cpu?: CpuAccount;
  /** Ends the reading at its next turn, in place of the account's signal; its reason is thrown then. */
  readonly signal?: AbortSignal;
}

/** Characters read without looking at the clock: even of the strangest page, some milliseconds. */
const sliceCharacters = 2_048;
/** Characters of a page that is too large to stay in memory for as long as its facts. */
const largeText = 1_000_000;
/** Bytes of a page that is read without a place: most are, so that they never wait for large ones. */
const smallBody = 1_000_000;
/** Large pages read at once, in all and of one owner: more of them take memory and no less time. */
const places = createFairQueue(8, 2);

/**
 * Reads a page in one pass, without a tree, in time and memory linear in its size whatever it is.
 * Hands the turn back to the event loop while it does, and shares it with other pages being read.
 *
 * @param body - The page's bytes, content coding undone.
 * @param contentType - Value of the `Content-Type` header, `null` where there is none.
 */
export async function readPage(
  body: Uint8Array,
  contentType: string | null,
  options: ReadPageOptions = {},
): Promise<PageFacts> {
  const { sliceMs = 2, scripting = true, cpu = openCpuAccount(), signal = cpu.signal } = options;
  const turns = takeTurns(sliceMs, cpu, signal);
  if (body.length < smallBody) return await readInPlace(body, contentType, scripting, turns);
  const release = await places.acquire(cpu.ownerId, 1, signal);
  try {
    return await readInPlace(body, contentType, scripting, turns);
  } finally {
    release();
  }
}

async function readInPlace(
  body: Uint8Array,
  contentType: string | null,
  scripting: boolean,
  turns: Turns,
): Promise<PageFacts> {
  await turns.next();
  const sniffed = sniffCharset(body, contentType);
  const guessed = sniffed.from === 'default';
  const read = guessed ? readGuessed : readAs;
  const first = await read(body, sniffed.name, scripting, turns);
  if ('facts' in first) {
    const { undecodable, facts } = first;
    const metaLabel = sniffed.metaLabel ?? first.metaLabel;
    return { charset: { ...sniffed, metaLabel, undecodable }, bytes: body.length, ...facts };
  }
  // The standard's "change the encoding": the page says what it is in, later than it should.
  const { undecodable, facts } = await readAs(body, first.name, scripting, turns);
  const { headerLabel } = sniffed;
  const { name, label: metaLabel } = first;
  const charset = { name, from: 'late-meta', headerLabel, metaLabel, undecodable } as const;
  return { charset, bytes: body.length, ...facts };
}

/** What came of reading a page in one encoding. */
interface Reading {
  readonly facts: Omit<PageFacts, 'charset' | 'bytes'>;
  readonly undecodable: number;
  /** Label of the first meta that declares an encoding. */
  readonly metaLabel: string | null;
}

/** Another encoding than the one that was guessed, and how the head declares it. */
interface DeclaredEncoding {
  readonly name: string;
  readonly label: string;
}

// The text is gone when these return: where a page is read again in another encoding, there is never
// more than one text in memory.

async function readAs(
  body: Uint8Array,
  encoding: string,
  scripting: boolean,
  turns: Turns,
): Promise<Reading> {
  const decoded = await decodePage(body, encoding, turns);
  const collector = await readInTurns(decoded.text, scripting, turns, false);
  return readingOf(decoded, collector, turns);
}

async function readGuessed(
  body: Uint8Array,
  encoding: string,
  scripting: boolean,
  turns: Turns,
): Promise<Reading | DeclaredEncoding> {
  const decoded = await decodePage(body, encoding, turns);
  const collector = await readInTurns(decoded.text, scripting, turns, true);
  const label = collector.collected.headCharsetLabel;
  const name = label === null ? null : declaredEncoding(label);
  if (label !== null && name !== null) return { name, label };
  return readingOf(decoded, collector, turns);
}

async function readingOf(
  { text, undecodable }: DecodedPage,
  collector: FactCollector,
  turns: Turns,
): Promise<Reading> {
  const facts = collector.facts();
  // Facts that do not keep the page in memory, where it is large.
  if (text.length >= largeText) await ownCopies(facts, turns);
  return { facts, undecodable, metaLabel: collector.collected.charsetLabel };
}

/** @param untilDeclared - Whether to stop where the head declares the encoding. */
async function readInTurns(
  text: string,
  scripting: boolean,
  turns: Turns,
  untilDeclared: boolean,
): Promise<FactCollector> {
  if (turns.isOver()) await turns.next();
  const { collector, readOn } = readText(text, scripting);
  while (!readOn(sliceCharacters)) {
    if (untilDeclared && collector.collected.headCharsetLabel !== null) break;
    if (turns.isOver()) await turns.next();
  }
  return collector;
}
