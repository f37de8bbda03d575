import { trait } from '../tokens/tags.ts';
import type { OpenElement, Passage } from '../tree/open-element.ts';
import type { TextRun } from '../tree/text-run.ts';
import { countWords, type WordCount } from './count-words.ts';
import { gatherPageText } from './page-text.ts';
import { collapse, gather, labelBy, labelIdsOf, partSpoken, sizeOf } from './passages.ts';

/** Passages that are gathered at once: of what is nested deeper, nobody sees where it ends. */
const gatheringLimit = 32;
/** Characters of all passages together: one text can be in many of them. */
const passagesLimit = 4_000_000;

/** The page's text as it goes by: its words, and what headings and links gather of it. */
export interface VisibleText {
  readonly count: WordCount;
  /** The text so far. */
  readonly text: () => string;
  /** Passages that are being gathered, the outer ones first. */
  readonly gathering: readonly Passage[];
  /** Whether what stands here is shown to nobody. */
  readonly isMuted: () => boolean;
  opened(element: OpenElement): void;
  closed(element: OpenElement): void;
  /** What stands before and after is no one word. */
  part(): void;
  add(run: TextRun): void;
  /**
   * Text that stands for an image: it names what is around it and is no text of the page.
   *
   * @param spoken - What is read out for the image.
   * @param labelledBy - The ids that name the image; `null` where there are none.
   */
  alternative(text: string, spoken: string, labelledBy: string | null): void;
  /** What is read out for something that has no text. */
  speak(spoken: string): void;
}

/**
 * Follows the text of a page from its beginning.
 *
 * @param onLimit - Called where an element's text is not gathered: there are too many around it, or too long ones.
 */
export function followText(onLimit: () => void): VisibleText {
  const count: WordCount = { words: 0, inWord: false };
  const pageText = gatherPageText();
  const gathering: Passage[] = [];
  let parts = 0;
  let kept = 0;
  let muted = 0;
  let unseen = 0;

  const part = (): void => {
    if (muted > 0) return;
    parts++;
    count.inWord = false;
    pageText.part();
    for (const passage of gathering) space(passage);
  };
  return {
    count,
    text: pageText.text,
    gathering,
    isMuted: () => muted > 0,
    part,
    opened: ({ traits, passage }) => {
      if ((traits & trait.parts) !== 0) part();
      if ((traits & trait.muted) !== 0) muted++;
      if ((traits & trait.unseen) !== 0) unseen++;
      if (passage?.gathers && passage.open++ === 0) {
        if (passage.partsThen !== parts) space(passage);
        if (gathering.length >= gatheringLimit || kept > passagesLimit) return onLimit();
        kept -= sizeOf(passage);
        gathering.push(passage);
      }
    },
    closed: ({ traits, passage }) => {
      if ((traits & trait.muted) !== 0) muted--;
      if ((traits & trait.parts) !== 0) part();
      if ((traits & trait.unseen) !== 0) unseen--;
      if (passage?.gathers && --passage.open === 0) {
        passage.partsThen = parts;
        const index = gathering.lastIndexOf(passage);
        if (index < 0) return;
        gathering.splice(index, 1);
        kept += sizeOf(passage);
      }
    },
    add: (run) => {
      if (muted > 0) return;
      if (run.blank) {
        if (unseen === 0) {
          count.inWord = false;
          pageText.space();
        }
        for (const passage of gathering) space(passage);
        return;
      }
      let takes = false;
      if (unseen === 0) {
        countWords(count, run);
        takes = !pageText.isFull();
      }
      if (!takes && gathering.length === 0) return;
      const piece = collapse(run.text.slice(run.start, run.end));
      if (takes) pageText.add(piece);
      for (const passage of gathering) {
        gather(passage, piece);
        if (passage.spoken !== null && passage.muted === 0) gather(passage.spoken, piece);
      }
    },
    alternative: (text, spoken, labelledBy) => {
      part();
      if (muted === 0 && gathering.length > 0) {
        if (spoken !== text) for (const passage of gathering) partSpoken(passage);
        const collapsed = collapse(text);
        const read = spoken === text ? collapsed : collapse(spoken);
        const ids = labelIdsOf(labelledBy ?? '');
        for (const passage of gathering) {
          gather(passage, collapsed);
          if (passage.muted > 0) continue;
          if (passage.spoken !== null) gather(passage.spoken, read);
          labelBy(passage, ids);
        }
      }
      part();
    },
    speak: (spoken) => {
      if (muted > 0 || spoken === '') return;
      const collapsed = collapse(` ${spoken} `);
      for (const passage of gathering) {
        const read = partSpoken(passage);
        if (passage.muted === 0) gather(read, collapsed);
      }
    },
  };
}

function space(passage: Passage): void {
  passage.space = true;
  if (passage.spoken !== null) passage.spoken.space = true;
}
