import { createFairQueue } from '@sitegrade/foundation/fair-queue';
import { type CpuAccount, openCpuAccount } from '../limits/cpu-account.ts';
import { type TimeSlices, takeSlices } from '../limits/time-slices.ts';
import { declaredEncoding } from './charset/declared-encoding.ts';
import { type DecodedPage, decodePage } from './charset/decode-page.ts';
import { charsetFact, sniffCharset } from './charset/sniff-charset.ts';
import { referencedLabels } from './facts/accessibility.ts';
import { collectFacts, type FactCollector } from './facts/collect-facts.ts';
import { linesIn, positionsAnywhere, positionsIn } from './facts/positions.ts';
import { findSecrets } from './facts/secrets.ts';
import { flattenStrings } from './flatten-string.ts';
import type { PageFacts } from './page-facts.ts';
import { findShadowRoots } from './shadow/find-shadow-roots.ts';
import { type FlatPage, flattenPage } from './shadow/flatten-page.ts';
import { scanTokens } from './tokens/scan-tokens.ts';
import type { Tokens } from './tokens/token.ts';
import { treeSink } from './tree/tree-sink.ts';

/** How a page is read. */
export interface ReadPageOptions {
  /** Milliseconds of work in one time slice, before other work may run; 2 by default. */
  readonly sliceMs?: number;
  /**
   * Whether to parse as a client that runs scripts: then the content of `<noscript>` is not part of
   * the page. `true` by default.
   */
  readonly scripting?: boolean;
  /** Whether it is a page as scripts built it in a browser. Default: `false`. */
  readonly isBuilt?: boolean;
  /** The analysis that the page is read for: its owner, and the account that CPU time is charged to. */
  readonly cpu?: CpuAccount;
  /** Aborts at the next slice, throwing its reason. Replaces the account's signal. */
  readonly signal?: AbortSignal;
}

/** Characters read without checking the clock: a few milliseconds for any page. */
const sliceCharacters = 2_048;
/** Characters from which a page is too large to stay in memory as long as its facts. */
const largeText = 1_000_000;
/** Pages with fewer bytes need no slot, so that they never wait for large ones. Most are smaller. */
const smallBody = 1_000_000;
/** Large pages read at once, in total and per owner: more would take more memory and save no time. */
const slots = createFairQueue(8, 2);

/**
 * Reads a page in one pass, without building a tree, in time and memory linear in its size for any
 * input. Works in time slices, which it shares with other pages being read.
 *
 * @param body - The page's bytes, decompressed.
 * @param contentType - Value of the `Content-Type` header, `null` where there is none.
 */
export async function readPage(
  body: Uint8Array,
  contentType: string | null,
  options: ReadPageOptions = {},
): Promise<PageFacts> {
  const { sliceMs = 2, cpu = openCpuAccount(), signal = cpu.signal } = options;
  const slices = takeSlices(sliceMs, cpu, signal);
  if (body.length < smallBody) return await readBody(body, contentType, options, slices);
  const release = await slots.acquire(cpu.ownerId, 1, signal);
  try {
    return await readBody(body, contentType, options, slices);
  } finally {
    release();
  }
}

async function readBody(
  body: Uint8Array,
  contentType: string | null,
  { scripting = true, isBuilt = false }: ReadPageOptions,
  slices: TimeSlices,
): Promise<PageFacts> {
  await slices.next();
  const sniffed = sniffCharset(body, contentType);
  const guessed = sniffed.from === 'default';
  const read = guessed ? readGuessed : readAs;
  const first = await read(body, sniffed.name, scripting, slices);
  if ('facts' in first) {
    const { facts } = first;
    const metaLabel = sniffed.metaLabel ?? first.metaLabel;
    const charset = charsetFact({ ...sniffed, metaLabel }, first);
    return { charset, bytes: body.length, isBuilt, ...facts };
  }
  // The standard's "change the encoding": the page declares its encoding later than it should.
  const second = await readAs(body, first.name, scripting, slices);
  const { headerLabel } = sniffed;
  const { name, label: metaLabel } = first;
  const charset = charsetFact({ name, from: 'late-meta', headerLabel, metaLabel }, second);
  return { charset, bytes: body.length, isBuilt, ...second.facts };
}

/** The result of reading a page in one encoding. */
interface Reading extends Pick<DecodedPage, 'undecodable' | 'replaced'> {
  readonly facts: Omit<PageFacts, 'charset' | 'bytes' | 'isBuilt'>;
  /** Label of the first meta that declares an encoding. */
  readonly metaLabel: string | null;
}

/** An encoding that the head declares, different from the one that was guessed. */
interface DeclaredEncoding {
  readonly name: string;
  readonly label: string;
}

// The decoded string is released when these return: where a page is read again in another encoding,
// only one string is in memory at a time.

async function readAs(
  body: Uint8Array,
  encoding: string,
  scripting: boolean,
  slices: TimeSlices,
): Promise<Reading> {
  const decoded = await decodePage(body, encoding, slices);
  const collector = await readInSlices(decoded.text, scripting, slices, false);
  return readingOf(decoded, collector, slices);
}

async function readGuessed(
  body: Uint8Array,
  encoding: string,
  scripting: boolean,
  slices: TimeSlices,
): Promise<Reading | DeclaredEncoding> {
  const decoded = await decodePage(body, encoding, slices);
  const collector = await readInSlices(decoded.text, scripting, slices, true);
  const label = collector.collected.headCharsetLabel;
  const name = label === null ? null : declaredEncoding(label);
  if (label !== null && name !== null) return { name, label };
  return readingOf(decoded, collector, slices);
}

async function readingOf(
  { text, undecodable, replaced }: DecodedPage,
  collector: FactCollector,
  slices: TimeSlices,
): Promise<Reading> {
  const facts = collector.facts();
  // The facts of a large page must not keep the page in memory.
  if (text.length >= largeText) await flattenStrings(facts, slices);
  return { facts, undecodable, replaced, metaLabel: collector.collected.charsetLabel };
}

/** @param untilDeclared - Whether to stop when the head declares the encoding. */
async function readInSlices(
  text: string,
  scripting: boolean,
  slices: TimeSlices,
  untilDeclared: boolean,
): Promise<FactCollector> {
  if (slices.isOver()) await slices.next();
  const steps = flattenText(text, scripting);
  let step = steps.next();
  for (; !step.done; step = steps.next()) if (slices.isOver()) await slices.next();
  const { collector, readNext } = readText(text, scripting, step.value);
  while (!readNext(sliceCharacters)) {
    if (untilDeclared && collector.collected.headCharsetLabel !== null) break;
    if (slices.isOver()) await slices.next();
  }
  return collector;
}

/** Characters whose lines are counted at once. */
const lineCharacters = 16_384;

/** Characters that are searched for references and secrets at once. */
const searchedCharacters = 131_072;

/** Reads a page's text in steps, so that the caller can stop between them. */
interface TextReader {
  readonly collector: FactCollector;
  /**
   * Does about the work of reading this many characters, for any page.
   *
   * @returns whether the page has been read to its end.
   */
  readonly readNext: (characters: number) => boolean;
}

const noMarkers: FlatPage['markers'] = new Map();
const shadowAttribute = /shadowrootmode/i;
const shadowAttributeLength = 'shadowrootmode'.length;

/**
 * Puts the shadow roots that a page declares in their places, in steps.
 *
 * @param characters - How many are read in one step, about.
 * @returns `null` for a page without shadow roots.
 */
export function* flattenText(
  text: string,
  scripting: boolean,
  characters = sliceCharacters,
): Generator<void, FlatPage | null> {
  // Few pages have any, and a name in a text or a script does no harm.
  for (let at = 0; ; at += searchedCharacters) {
    if (at >= text.length) return null;
    const end = at + searchedCharacters + shadowAttributeLength;
    if (shadowAttribute.test(text.slice(at, end))) break;
    yield;
  }
  const lines = positionsAnywhere(text);
  const finder = findShadowRoots(text, scripting);
  const tokens = scanTokens(text, finder.sink);
  while (!tokens.readNext(characters)) yield;
  while (!lines.countNext(text.length, lineCharacters)) yield;
  const found = finder.found();
  return found.roots.length === 0 ? null : yield* flattenPage(text, found, lines.positionOf);
}

/**
 * Creates a reader of a page's text.
 *
 * @param scripting - Whether to parse as a client that runs scripts.
 * @param flat - The page with its shadow roots in place, if it has any.
 */
export function readText(
  source: string,
  scripting: boolean,
  flat: FlatPage | null = null,
): TextReader {
  const text = flat?.text ?? source;
  const lines = linesIn(text);
  const labels = referencedLabels(text);
  const positionOf = flat?.positionOf ?? lines.positionOf;
  const quote = flat?.quote ?? ((start, end) => text.slice(start, end));
  const secrets = findSecrets(text, flat ? () => flat.positionOf : positionsIn);
  const collector = collectFacts(text, { positionOf, quote }, labels.ids, secrets.facts);
  if (flat?.isCut) {
    collector.collected.notes.add('only the first of very many shadow roots and slots are read');
  }
  const sink = treeSink(text, collector.recorder, {
    scripting,
    markers: flat?.markers ?? noMarkers,
  });
  let tokens: Tokens | null = null;
  return {
    collector,
    readNext: (characters) => {
      if (!labels.findNext(searchedCharacters) || !secrets.findNext(searchedCharacters))
        return false;
      if (labels.isCut()) {
        collector.collected.notes.add('only the first 1,000 aria-labelledby attributes are read');
      }
      // Which secrets there are is known now.
      tokens ??= scanTokens(text, secrets.watch(sink));
      // A long token can contain millions of lines, which are counted in steps too.
      const counted =
        flat !== null || lines.countNext(tokens.emittedTo() - lineCharacters, lineCharacters);
      return counted && tokens.readNext(characters);
    },
  };
}
