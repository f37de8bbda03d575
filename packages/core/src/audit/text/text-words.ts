import type { PageFacts } from '../page/page-facts.ts';
import { once } from './once.ts';
import { countScripts, type Script } from './scripts.ts';

/** A page's text, as the checks of the text need it. */
export interface TextWords {
  /** The different words, lower-case; of Han they are pairs of characters. */
  readonly vocabulary: readonly string[];
  /** How often each of them comes up. */
  readonly counts: readonly number[];
  /** The words one after the other, as indices of the vocabulary; {@link edge} between lines. */
  readonly sequence: readonly number[];
  /** How many words the text has. */
  readonly total: number;
  /** How many letters are of each script. */
  readonly scripts: Readonly<Record<Script, number>>;
}

/** What stands between two lines in {@link TextWords.sequence}. */
export const edge = -1;

/** Characters that are split: what a text is about and in what language, the first of them tell. */
const characterLimit = 50_000;

/** The words of a page's text: of a long one, of its beginning. */
export const textWordsOf = once(({ text }: PageFacts): TextWords => {
  const indices = new Map<string, number>();
  const vocabulary: string[] = [];
  const counts: number[] = [];
  const sequence: number[] = [];
  let total = 0;
  for (const word of wordsAndEdges(text.slice(0, characterLimit))) {
    if (word === '\n') {
      sequence.push(edge);
      continue;
    }
    let index = indices.get(word);
    if (index === undefined) {
      index = vocabulary.push(word) - 1;
      indices.set(word, index);
      counts.push(0);
    }
    counts[index] = (counts[index] ?? 0) + 1;
    sequence.push(index);
    total++;
  }
  return { vocabulary, counts, sequence, total, scripts: countScripts(text) };
});

/**
 * The words of a text, lower-case. A run of Han is cut into overlapping pairs of characters, as search
 * engines index it; Katakana spells whole words; Hiragana, mostly particles and endings, is left out.
 */
export function splitWords(text: string): readonly string[] {
  return wordsAndEdges(text).filter((word) => word !== '\n');
}

const hanOrKana = /[\u3041-\u30ff\u3400-\u9fff]/;
const han = /^[\u3400-\u9fff]/;
/** Anything but Latin, Greek, Cyrillic and punctuation. */
const unusual =
  /[^\0-\u02af\u0370-\u0481\u048a-\u052f\u2000-\u20cf\u2122\u2190-\u2bff\u3000-\u3003]/;
/** What the other expression finds in a text without these: four times as fast. */
const usualWord =
  /\n|[a-z0-9\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u00be\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02af\u0370-\u0373\u0376\u0377\u037b-\u037d\u037f\u0386\u0388-\u0481\u048a-\u052f]+/g;
const anyWord = /\n|[\p{L}\p{M}\p{N}]+/gu;

function wordsAndEdges(text: string): readonly string[] {
  // Soft hyphens are within words.
  const plain = (text.includes('\u00ad') ? text.replaceAll('\u00ad', '') : text).toLowerCase();
  if (!unusual.test(plain)) return plain.match(usualWord) ?? [];
  const runs = plain.match(anyWord) ?? [];
  if (!hanOrKana.test(plain)) return runs;
  return runs.flatMap((run) => (hanOrKana.test(run) ? pairsOf(run) : [run]));
}

function pairsOf(run: string): readonly string[] {
  const pieces =
    run.match(/[\u30a1-\u30ff]+|[\u3400-\u9fff]+|[^\u3041-\u30ff\u3400-\u9fff]+/g) ?? [];
  const words: string[] = [];
  for (const piece of pieces) {
    if (piece.length < 3 || !han.test(piece)) words.push(piece);
    else for (let at = 1; at < piece.length; at++) words.push(piece.slice(at - 1, at + 1));
  }
  return words;
}
