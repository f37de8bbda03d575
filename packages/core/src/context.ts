import { randomBytes as nodeRandomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { AnalysisSlots } from './analysis-slots.ts';
import type { AnalysisMemory } from './audit/analysis-memory.ts';
import type { Network } from './audit/fetch/network.ts';
import type { Ruleset } from './audit/ruleset.ts';
import type { SitegradeEvent } from './events/sitegrade-event.ts';
import type { Store } from './store.ts';
import type { PasswordQueue } from './websites/password-queue.ts';
import type { Privacy } from './websites/website.ts';

/**
 * What every domain function is given first: where reports are kept, what time it is, where random
 * bytes come from and how the network is reached. Make one with `createContext`.
 */
export interface Context {
  /** Where reports, websites and API keys are kept. */
  readonly store: Store;
  /** The network as analyses may use it: address policy, limits, resolver. */
  readonly network: Network;
  /** Turns for analyses: how many may run at once, in all and of one owner. */
  readonly analyses: AnalysisSlots;
  /** Hashes the passwords of websites, a few at a time, for owners in turn. */
  readonly passwords: PasswordQueue;
  /** Memory for the pages of all analyses. */
  readonly memory: AnalysisMemory;
  /** The current time. */
  readonly now: () => Date;
  /** Milliseconds of a clock that nobody sets, from any start: for durations. */
  readonly monotonicMs: () => number;
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (size: number) => Uint8Array;
  /** Privacy of a website when its first report makes it. */
  readonly defaultPrivacy: Privacy;
  /** The checks that make a report. */
  readonly ruleset: Ruleset;
  /** Whether pages are meant to be found by search engines; `false` suits staging sites. */
  readonly expectIndexable: boolean;
  /** Tells the embedder's `onEvent` what has happened. Never throws and never waits. */
  readonly emit: (event: SitegradeEvent) => void;
}

/** The parts of a {@link Context} that have a default and no dependency on anything of ours. */
export const contextDefaults = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  randomBytes: (size: number): Uint8Array => nodeRandomBytes(size),
  defaultPrivacy: 'private',
  expectIndexable: true,
} as const satisfies Partial<Context>;
