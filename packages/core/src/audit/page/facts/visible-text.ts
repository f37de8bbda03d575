import { trait } from '../tokens/tags.ts';
import type { OpenElement, Passage } from '../tree/open-element.ts';
import type { TextRun } from '../tree/text-run.ts';
import { countWords, type WordCount } from './count-words.ts';
import { collapse, gather } from './passages.ts';

/** The page's text as it goes by: its words, and what headings and links gather of it. */
export interface VisibleText {
  readonly count: WordCount;
  opened(element: OpenElement): void;
  closed(element: OpenElement): void;
  /** What stands before and after is no one word. */
  part(): void;
  text(run: TextRun): void;
  /** Text that stands for an image: it names what is around it and is no text of the page. */
  alternative(text: string): void;
}

/** Follows the text of a page from its beginning. */
export function followText(): VisibleText {
  const count: WordCount = { words: 0, inWord: false };
  const gathering: Passage[] = [];
  let parts = 0;
  let muted = 0;
  let unseen = 0;

  const part = (): void => {
    if (muted > 0) return;
    parts++;
    count.inWord = false;
    for (const passage of gathering) passage.space = true;
  };
  const gatherAll = (text: string): void => {
    const collapsed = collapse(text);
    for (const passage of gathering) gather(passage, collapsed);
  };
  return {
    count,
    part,
    opened: ({ traits, passage }) => {
      if ((traits & trait.parts) !== 0) part();
      if ((traits & trait.muted) !== 0) muted++;
      if ((traits & trait.unseen) !== 0) unseen++;
      if (passage && passage.open++ === 0) {
        passage.space ||= passage.partsThen !== parts;
        gathering.push(passage);
      }
    },
    closed: ({ traits, passage }) => {
      if ((traits & trait.muted) !== 0) muted--;
      if ((traits & trait.parts) !== 0) part();
      if ((traits & trait.unseen) !== 0) unseen--;
      if (passage && --passage.open === 0) {
        passage.partsThen = parts;
        gathering.splice(gathering.lastIndexOf(passage), 1);
      }
    },
    text: (run) => {
      if (muted > 0) return;
      if (run.blank) {
        if (unseen === 0) count.inWord = false;
        for (const passage of gathering) passage.space = true;
        return;
      }
      if (unseen === 0) countWords(count, run);
      if (gathering.length > 0) gatherAll(run.text.slice(run.start, run.end));
    },
    alternative: (text) => {
      part();
      if (muted === 0 && gathering.length > 0) gatherAll(text);
      part();
    },
  };
}
