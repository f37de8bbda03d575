import { RenderFault } from './render-ending.ts';

/** What a page may cause. Over the first number it is stopped, over the second one it is ended. */
const limits = {
  /** Beyond those that it may send: such a page is a loop. */
  'refused requests': [500, 5_000],
  /**
   * Of the browser about the page. One that loads its files in many small pieces has some thousands. Loops in workers
   * cause 40 a millisecond, and a busy machine takes a second to stop them.
   */
  messages: [10_000, 60_000],
  /** Of these messages, which repeat the URLs that the page makes. */
  characters: [64 * 1024 * 1024, 128 * 1024 * 1024],
} as const;

/** Counts what a page sends, as the browser and this process have the work of it, which other pages wait for. */
interface PageExcess {
  /** Counts a message of the browser about the page. */
  addMessage(characters: number): void;
  /** Counts a request that the page may not send. */
  addRefused(): void;
  /** Whether the page has been stopped. */
  isStopped(): boolean;
}

/**
 * @param stop - Called once, when a page is over a limit: no script of it may go on, and what it has built is read.
 * @param end - Called once, when it is far over one nevertheless.
 */
export function pageExcess(stop: () => void, end: (fault: RenderFault) => void): PageExcess {
  const counts = { 'refused requests': 0, messages: 0, characters: 0 };
  let isStopped = false;
  let hasEnded = false;
  const add = (what: keyof typeof limits, count: number): void => {
    counts[what] += count;
    const [most, far] = limits[what];
    if (!isStopped && counts[what] > most) {
      isStopped = true;
      stop();
    }
    if (hasEnded || counts[what] <= far) return;
    hasEnded = true;
    end(new RenderFault('render_too_large', `The page caused more than ${far} ${what}.`));
  };
  return {
    addMessage(characters) {
      add('messages', 1);
      add('characters', characters);
    },
    addRefused: () => add('refused requests', 1),
    isStopped: () => isStopped,
  };
}
