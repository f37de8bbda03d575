/** Where a text that stands in another from `from` on ends at the soonest; -1 where none does. */
export type FindSubstring = (wanted: string, from: number) => number;

/**
 * Makes an index of a text, with which finding takes one step for each character of what is wanted,
 * and few more: a suffix automaton (Blumer et al., 1985) whose states know where they end.
 * Nothing but ASCII is found, and at least one character of it. The index takes some `text.length ** 2 / 2` bytes.
 */
export function buildSubstringIndex(text: string): FindSubstring {
  const symbols = symbolsOf(text);
  const automaton = buildAutomaton(text, symbols);
  const { next, width } = automaton;
  const words = (text.length + 31) >> 5;
  const ends = endsOf(automaton, text.length, words);
  return (wanted, from) => {
    let state = 0;
    for (let at = 0; at < wanted.length; at++) {
      const symbol = symbols[wanted.charCodeAt(at)] ?? 0;
      state = symbol === 0 ? 0 : (next[state * width + symbol] ?? 0);
      if (state === 0) return -1;
    }
    const first = from + wanted.length - 1;
    let mask = -1 << (first & 31);
    for (let word = first >> 5; word < words; word++) {
      const found = (ends[state * words + word] ?? 0) & mask;
      if (found !== 0) return word * 32 + 32 - Math.clz32(found & -found);
      mask = -1;
    }
    return -1;
  };
}

/** States of an automaton that reads every substring of a text, and no other; 0 is its start. */
interface Automaton {
  /** Symbols in a row of `next`. */
  readonly width: number;
  /** The state after a state and a symbol; 0 for none. */
  readonly next: Int32Array;
  /** The state of the longest ending that also stands elsewhere; -1 for the start. */
  readonly link: Int32Array;
  /** Length of the longest substring that leads to a state. */
  readonly length: Int32Array;
  /** The state of each beginning of the text. */
  readonly beginnings: Int32Array;
  readonly size: number;
}

/** A small number from 1 for each ASCII character that is there. */
function symbolsOf(text: string): Uint8Array {
  const symbols = new Uint8Array(128);
  let known = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (symbols[code] === 0) symbols[code] = ++known;
  }
  return symbols;
}

function buildAutomaton(text: string, symbols: Uint8Array): Automaton {
  const states = 2 * text.length + 1;
  // One symbol more, 0, stands for everything that cannot be asked for.
  const width = Math.max(...symbols) + 1;
  const next = new Int32Array(states * width);
  const link = new Int32Array(states).fill(-1);
  const length = new Int32Array(states);
  const beginnings = new Int32Array(text.length);
  let size = 1;
  let last = 0;
  const at = (array: Int32Array, index: number) => array[index] ?? 0;

  for (let index = 0; index < text.length; index++) {
    const symbol = symbols[text.charCodeAt(index)] ?? 0;
    const state = size++;
    length[state] = index + 1;
    beginnings[index] = state;
    let before = last;
    last = state;
    for (; before >= 0 && at(next, before * width + symbol) === 0; before = at(link, before)) {
      next[before * width + symbol] = state;
    }
    if (before < 0) {
      link[state] = 0;
      continue;
    }
    const known = at(next, before * width + symbol);
    if (at(length, before) + 1 === at(length, known)) {
      link[state] = known;
      continue;
    }
    // What led there so far ends in more places than the rest of what leads there: they part.
    const shorter = size++;
    next.copyWithin(shorter * width, known * width, (known + 1) * width);
    length[shorter] = at(length, before) + 1;
    link[shorter] = at(link, known);
    link[known] = shorter;
    link[state] = shorter;
    for (; before >= 0 && at(next, before * width + symbol) === known; before = at(link, before)) {
      next[before * width + symbol] = shorter;
    }
  }
  return { width, next, link, length, beginnings, size };
}

/** One bit for each place of the text where what leads to a state ends; `words` to a state. */
function endsOf({ link, length, beginnings, size }: Automaton, textLength: number, words: number) {
  const ends = new Int32Array(size * words);
  beginnings.forEach((state, index) => {
    ends[state * words + (index >> 5)] = 1 << (index & 31);
  });
  // From the longest on: a state ends where those do that link to it.
  const byLength = Array.from({ length: textLength + 1 }, (): number[] => []);
  for (let state = 1; state < size; state++) byLength[length[state] ?? 0]?.push(state);
  for (const state of byLength.reverse().flat()) {
    const from = state * words;
    const to = (link[state] ?? 0) * words;
    for (let word = 0; word < words; word++) {
      ends[to + word] = (ends[to + word] ?? 0) | (ends[from + word] ?? 0);
    }
  }
  return ends;
}
