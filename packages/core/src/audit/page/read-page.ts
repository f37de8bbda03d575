import { declaredEncoding } from './charset/declared-encoding.ts';
import { decodePage } from './charset/decode-page.ts';
import { sniffCharset } from './charset/sniff-charset.ts';
import type { FactCollector } from './facts/collect-facts.ts';
import { fewAtOnce } from './few-at-once.ts';
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
  /** Ends the reading at its next turn; its reason is what is thrown then. */
  readonly signal?: AbortSignal;
}

/** Characters read without looking at the clock: even of the strangest page, some milliseconds. */
const sliceCharacters = 2_048;
/** Characters of a page that is too large to stay in memory for as long as its facts. */
const largeText = 1_000_000;
/** Pages read at once: more of them take memory and no less time, fewer are soon taken by one owner. */
const inPlace = fewAtOnce(8);

/**
 * Reads a page in one pass, without a tree, in time and memory linear in its size whatever it is.
 * Hands the turn back to the event loop while it does, and shares it with other pages being read.
 *
 * @param body - The page's bytes, content coding undone.
 * @param contentType - Value of the `Content-Type` header, `null` where there is none.
 */
export function readPage(
  body: Uint8Array,
  contentType: string | null,
  options: ReadPageOptions = {},
): Promise<PageFacts> {
  return inPlace(() => read(body, contentType, options));
}

async function read(
  body: Uint8Array,
  contentType: string | null,
  { sliceMs = 2, scripting = true, signal }: ReadPageOptions,
): Promise<PageFacts> {
  const turns = takeTurns(sliceMs, signal);
  await turns.next();
  const sniffed = sniffCharset(body, contentType);
  const guessed = sniffed.from === 'default';
  const { text, undecodable } = await decodePage(body, sniffed.name, turns);
  const first = await readInTurns(text, scripting, turns, guessed);
  const lateLabel = guessed ? first.collected.headCharsetLabel : null;
  const lateName = lateLabel === null ? null : declaredEncoding(lateLabel);
  if (lateName === null) {
    const metaLabel = sniffed.metaLabel ?? first.collected.charsetLabel;
    const charset = { ...sniffed, metaLabel, undecodable };
    return apart({ charset, bytes: body.length, ...first.facts() }, text, turns);
  }
  // The standard's "change the encoding": the page says what it is in, later than it should.
  const again = await decodePage(body, lateName, turns);
  const second = await readInTurns(again.text, scripting, turns, false);
  const charset = {
    name: lateName,
    from: 'late-meta',
    headerLabel: sniffed.headerLabel,
    metaLabel: lateLabel,
    undecodable: again.undecodable,
  } as const;
  return apart({ charset, bytes: body.length, ...second.facts() }, again.text, turns);
}

/** Facts that do not keep the page in memory, where it is large. */
async function apart(facts: PageFacts, text: string, turns: Turns): Promise<PageFacts> {
  if (text.length >= largeText) await ownCopies(facts, turns);
  return facts;
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
