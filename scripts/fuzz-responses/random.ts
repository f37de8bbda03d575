import { createHash } from 'node:crypto';

/** Random choices seeded by a name: the same name gives the same choices. */
export interface Random {
  /** An integer from 0 to one less than this. */
  readonly below: (limit: number) => number;
  /** `true` with this probability. */
  readonly chance: (probability: number) => boolean;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  readonly bytes: (length: number) => Buffer;
}

/** Starts a sequence of random choices: xorshift, from the hash of its name. */
export function createRandom(name: string): Random {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0) || 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  const below = (limit: number) => next() % limit;
  return {
    below,
    chance: (probability) => next() < probability * 2 ** 32,
    pick: (items) => {
      const [item] = items.slice(below(items.length));
      if (item === undefined) throw new Error('The list of choices is empty.');
      return item;
    },
    bytes: (length) => Buffer.from(Uint8Array.from({ length }, () => below(256))),
  };
}
