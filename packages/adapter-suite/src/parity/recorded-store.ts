import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes as nodeRandomBytes } from 'node:crypto';
import type { Context, Store } from '@sitegrade/core';

/** The calls of the store by the first server for one request, with their results. */
export interface Recording {
  /** The calls that only one of the servers made. */
  readonly misses: () => readonly string[];
  /** The first server is done: other calls of the second fail. */
  readonly finish: () => void;
}

/** One call of a method. */
interface Call {
  readonly name: string;
  /** Settles as the first server's call did. */
  readonly outcome: Promise<unknown>;
  readonly settle: (outcome: Promise<unknown>) => void;
  readonly by: Set<Side>;
}

/** Which of the two servers calls. */
export type Side = 'first' | 'second';

interface Asking {
  readonly side: Side;
  readonly recording: Recording & {
    readonly calls: Call[];
    finished: boolean;
    /** When the request came, for both servers. */
    readonly at: Date;
    /** What the random bytes of both servers are derived from. */
    readonly seed: Uint8Array;
  };
  /** How often each method was called. */
  readonly counts: Map<string, number>;
}

/** It is not awaited, and it is omitted while another request does the same. */
const unawaited = 'apiKeys.touch';

/** Called again and again while a request waits: how often depends on the clock of each server. */
const polled = 'jobs.find';

const asking = new AsyncLocalStorage<Asking>();

/**
 * Begins the recording of one request.
 *
 * @param at - The time of both servers while they handle it.
 */
export function startRecording(at = new Date()): Recording {
  const calls: Call[] = [];
  const recording: Asking['recording'] = {
    calls,
    finished: false,
    at,
    seed: nodeRandomBytes(32),
    finish: () => {
      recording.finished = true;
      for (const call of calls) settleUnlessAsked(call, calls);
    },
    misses: () =>
      calls
        .filter(({ name, by }) => by.size === 1 && name !== unawaited && !wasPolled(name, calls))
        .map(({ name, by }) => `${name} only by the ${[...by][0]}`),
  };
  return recording;
}

/** Handles a request of a server: its calls of the store are recorded or replayed. */
export function askAs(side: Side, recording: Recording, work: () => void): void {
  asking.run({ side, recording: recording as Asking['recording'], counts: new Map() }, work);
}

/**
 * A store for two servers that handle the same requests. Calls of the first server run. The second gets
 * the recorded results, so that nothing happens twice and ids and times are the same. Calls of the tests
 * themselves are neither recorded nor replayed.
 */
export function recordedStore(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name);
      return typeof part === 'object' && part !== null ? recorded(part, String(name)) : part;
    },
  });
}

/**
 * The time and random bytes, which are the same for both servers while they handle a request.
 *
 * @param clock - The time when they handle none.
 */
export function recordedSources(
  clock: Context['now'] = () => new Date(),
): Pick<Context, 'now' | 'randomBytes'> {
  return {
    now: () => new Date(asking.getStore()?.recording.at ?? clock()),
    randomBytes: (size) => {
      const now = asking.getStore();
      if (now === undefined) return nodeRandomBytes(size);
      const count = now.counts.get('randomBytes') ?? 0;
      now.counts.set('randomBytes', count + 1);
      const hash = createHash('shake256', { outputLength: size });
      return hash.update(now.recording.seed).update(String(count)).digest();
    },
  };
}

function recorded(part: object, partName: string): object {
  return new Proxy(part, {
    get: (target, method) => {
      const original: unknown = Reflect.get(target, method);
      if (typeof original !== 'function') return original;
      return (...parameters: unknown[]) => {
        const ask = async (): Promise<unknown> => original.apply(target, parameters);
        const now = asking.getStore();
        return now ? recall(now, `${partName}.${String(method)}`, ask) : ask();
      };
    },
  });
}

function recall({ side, recording, counts }: Asking, name: string, ask: () => Promise<unknown>) {
  const count = counts.get(name) ?? 0;
  counts.set(name, count + 1);
  const { calls } = recording;
  let call = calls.filter((earlier) => earlier.name === name)[count];
  if (call === undefined) {
    call = newCall(name);
    calls.push(call);
  }
  call.by.add(side);
  if (side === 'first') call.settle(ask());
  else if (recording.finished) settleUnlessAsked(call, calls);
  return call.outcome;
}

/** Ends a call that the first server did not make, for which the second would wait forever. */
function settleUnlessAsked({ name, by, settle }: Call, calls: readonly Call[]): void {
  if (by.has('first')) return;
  const last = calls.findLast((earlier) => earlier.name === name && earlier.by.has('first'));
  const error = new Error(`The first server did not call ${name}.`);
  settle(last && name === polled ? last.outcome : Promise.reject(error));
}

/** Whether both servers have made the call, one of them perhaps more often. */
function wasPolled(name: string, calls: readonly Call[]): boolean {
  return (
    name === polled &&
    calls.some((recordedCall) => recordedCall.name === name && recordedCall.by.size === 2)
  );
}

function newCall(name: string): Call {
  let settle: Call['settle'] = () => {};
  const outcome = new Promise((resolve) => {
    settle = resolve;
  });
  outcome.catch(() => {});
  return { name, outcome, settle, by: new Set() };
}
