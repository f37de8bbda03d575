import { type Numbers, openNumbers } from './numbers.ts';

/** What applies to a link. Of several links between the same URLs, it applies to at least one. */
export const linkFlags = { image: 1, followed: 2, variant: 4 } as const;

/** A link of a {@link LinkTable}. */
interface TableLink {
  readonly from: number;
  readonly to: number;
  /** Of {@link linkFlags}, combined. */
  readonly flags: number;
}

/**
 * Links between URLs, by index, in both directions, as differences to the link before in one to three bytes each. As
 * objects, a million of them would take more than 100 MB.
 */
export interface LinkTable {
  /** Whether links were left out because of the limit. */
  readonly isCut: () => boolean;
  /** Begins the links of a URL, which has none yet. */
  readonly begin: (from: number) => void;
  /** Adds a link of that URL, or adds the flags to the link that it has. Links and images are separate. */
  readonly add: (to: number, flags: number) => void;
  /** Sorts the links by target, when all are added. Pauses at each `yield`. */
  readonly connect: () => Generator<void, void>;
  /** The links of a URL, by the index of their targets. */
  readonly linksOf: (from: number) => Generator<TableLink, void>;
  /** The links to a URL from others, by their index. */
  readonly linksTo: (to: number) => Generator<TableLink, void>;
  /** How many links {@link LinkTable.linksTo} yields. */
  readonly count: (to: number) => number;
}

/** The bits of the flags. */
const flagBits = 3;

/** Opens a table of the links between `size` URLs, of at most `limit` links. */
export function openLinkTable(size: number, limit: number): LinkTable {
  const outgoing = openNumbers(Uint8Array);
  const starts = new Uint32Array(size);
  const ends = new Uint32Array(size);
  const counts = new Uint32Array(size);
  let length = 0;
  let isCut = false;
  let current = -1;
  /** The flags of the links of the current URL, by target; those of images separate. */
  let pending = new Map<number, number>();
  let incoming = openNumbers(Uint8Array);
  let incomingEnds = new Uint32Array(0);

  function endCurrent(): void {
    if (pending.size === 0) return;
    let before = 0;
    starts[current] = outgoing.length();
    for (const key of Uint32Array.from(pending.keys()).sort()) {
      const to = key >>> 1;
      writeLink(outgoing, outgoing.length(), to - before, pending.get(key) ?? 0);
      before = to;
      if (to !== current) counts[to] = (counts[to] ?? 0) + 1;
    }
    ends[current] = outgoing.length();
    pending = new Map();
  }

  function* linksOf(from: number): Generator<TableLink, void> {
    const end = ends[from] ?? 0;
    let to = 0;
    for (let at = starts[from] ?? 0; at < end; ) {
      const read = readLink(outgoing, at);
      at = read.next;
      to += read.delta;
      yield { from, to, flags: read.flags };
    }
  }

  return {
    isCut: () => isCut,
    begin(from) {
      endCurrent();
      current = from;
    },
    add(to, flags) {
      const key = 2 * to + (flags & linkFlags.image);
      const before = pending.get(key);
      if (before !== undefined) {
        pending.set(key, before | flags);
      } else if (length === limit) {
        isCut = true;
      } else {
        pending.set(key, flags);
        length++;
      }
    },
    *connect() {
      endCurrent();
      // First how many bytes the links to each URL take, then the bytes.
      const lastFrom = new Uint32Array(size);
      const sizes = new Uint32Array(size);
      for (let from = 0; from < size; from++) {
        for (const { to } of linksOf(from)) {
          if (to === from) continue;
          sizes[to] = (sizes[to] ?? 0) + lengthOf(from - (lastFrom[to] ?? 0));
          lastFrom[to] = from;
        }
        yield;
      }
      const next = new Uint32Array(size);
      let sum = 0;
      for (let to = 0; to < size; to++) {
        next[to] = sum;
        sum += sizes[to] ?? 0;
      }
      yield;
      incoming = openNumbers(Uint8Array, sum);
      lastFrom.fill(0);
      for (let from = 0; from < size; from++) {
        for (const { to, flags } of linksOf(from)) {
          if (to === from) continue;
          next[to] = writeLink(incoming, next[to] ?? 0, from - (lastFrom[to] ?? 0), flags);
          lastFrom[to] = from;
        }
        yield;
      }
      incomingEnds = next;
    },
    linksOf,
    *linksTo(to) {
      const end = incomingEnds[to] ?? 0;
      let from = 0;
      for (let at = to === 0 ? 0 : (incomingEnds[to - 1] ?? 0); at < end; ) {
        const read = readLink(incoming, at);
        at = read.next;
        from += read.delta;
        yield { from, to, flags: read.flags };
      }
    },
    count: (to) => counts[to] ?? 0,
  };
}

/** A link as it is read: the difference to the one before, and where the next one begins. */
interface ReadLink {
  readonly delta: number;
  readonly flags: number;
  readonly next: number;
}

/** Writes seven bits a byte, the lowest first; the highest bit says that more follow. Returns where it ends. */
function writeLink(bytes: Numbers, at: number, delta: number, flags: number): number {
  let rest = delta * 2 ** flagBits + flags;
  for (let end = at; ; end += 1) {
    const byte = rest < 0x80 ? rest : 0x80 | (rest & 0x7f);
    if (end === bytes.length()) bytes.push(byte);
    else bytes.set(end, byte);
    if (rest < 0x80) return end + 1;
    rest = Math.floor(rest / 0x80);
  }
}

function lengthOf(delta: number): number {
  let length = 1;
  for (let rest = delta * 2 ** flagBits; rest >= 0x80; rest = Math.floor(rest / 0x80)) length++;
  return length;
}

function readLink(bytes: Numbers, at: number): ReadLink {
  let next = at;
  let value = 0;
  for (let factor = 1; ; factor *= 0x80) {
    const byte = bytes.get(next++);
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) break;
  }
  return { delta: Math.floor(value / 2 ** flagBits), flags: value & (2 ** flagBits - 1), next };
}
