import type { LandmarkFact, PageFacts } from '../../page/page-facts.ts';

/** Landmarks beside the content of a page. */
const excluded: ReadonlySet<LandmarkFact['kind']> = new Set([
  ...(['banner', 'complementary', 'contentinfo', 'navigation', 'search'] as const),
]);

/** From one word of the page's text to before another. */
interface WordRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The visible text of the page's content: that of its `<main>`, if it has one, and without that of its menus, headers,
 * footers and sidebars, as far as landmarks show them.
 */
export function mainTextOf({ text, landmarks }: PageFacts): string {
  const mains = rangesOf(landmarks, ({ kind }) => kind === 'main');
  const others = rangesOf(landmarks, ({ kind }) => excluded.has(kind));
  if (mains.length === 0 && others.length === 0) return text;
  const parts = without(
    mains.length === 0 ? [{ from: 0, to: Number.POSITIVE_INFINITY }] : mains,
    others,
  );
  let kept = '';
  let words = 0;
  let at = 0;
  /** Goes on to where a word begins, or to the end. Words are counted as those of landmarks: runs of letters and digits. */
  const skipTo = (word: number) => {
    let isWord = false;
    for (; at < text.length; at++) {
      const kind = kindAt(text, at);
      if (kind === kinds.other) isWord = false;
      else if (!isWord) {
        if (words === word) return;
        words++;
        isWord = true;
      }
      if (kind === kinds.pair) at++;
    }
  };
  for (const { from, to } of parts) {
    skipTo(from);
    const start = at;
    if (to === Number.POSITIVE_INFINITY) at = text.length;
    else skipTo(to);
    kept += `${text.slice(start, at)}\n`;
  }
  return kept;
}

/** The parts of ranges that are not in others. */
function without(ranges: readonly WordRange[], others: readonly WordRange[]): readonly WordRange[] {
  const parts: WordRange[] = [];
  let next = 0;
  for (const { from, to } of ranges) {
    let start = from;
    for (; next < others.length; next++) {
      const other = others[next];
      if (other === undefined || other.from >= to) break;
      if (other.from > start) parts.push({ from: start, to: other.from });
      start = Math.max(start, other.to);
      // It may go on in the next range.
      if (other.to > to) break;
    }
    if (start < to) parts.push({ from: start, to });
  }
  return parts;
}

/** The ranges of landmarks, merged, in order. */
function rangesOf(
  landmarks: readonly LandmarkFact[],
  isMeant: (landmark: LandmarkFact) => boolean,
): readonly WordRange[] {
  const merged: { from: number; to: number }[] = [];
  const meant = landmarks.filter((landmark) => landmark.words > 0 && isMeant(landmark));
  for (const { wordsBefore, words } of meant.toSorted((a, b) => a.wordsBefore - b.wordsBefore)) {
    const last = merged.at(-1);
    const to = wordsBefore + words;
    if (last !== undefined && wordsBefore <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from: wordsBefore, to });
  }
  return merged;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** The kinds of UTF-16 units: of a word, not of one, or the first of two that are a letter or digit. */
const kinds = { word: 1, other: 2, pair: 3 } as const;

/** Those that are known: the regular expression takes ten times as long. */
const known = new Uint8Array(65_536);

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const kind = known[unit] ?? 0;
  if (kind !== 0) return kind;
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  const isWord = letterOrDigit.test(character);
  if (character.length === 2) return isWord ? kinds.pair : kinds.other;
  known[unit] = isWord ? kinds.word : kinds.other;
  return known[unit] ?? 0;
}
