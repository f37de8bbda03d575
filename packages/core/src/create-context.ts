import * as v from 'valibot';
import {
  type AnalysisLimits,
  analysisLimitsSchema,
  createAnalysisSlots,
} from './analysis-slots.ts';
import { createAnalysisMemory } from './audit/analysis-memory.ts';
import { createNetwork, type NetworkOptions, networkSchema } from './audit/fetch/network.ts';
import { defaultRuleset, type Ruleset, requireRuleset } from './audit/ruleset.ts';
import { type Context, contextDefaults } from './context.ts';
import { createEmit, type EventListener } from './events/emit.ts';
import type { Store } from './store.ts';
import {
  booleanOption,
  functionOption,
  integerBetween,
  isObject,
  mustBe,
  oneOf,
  optionsObject,
  validateOptions,
} from './validate-options.ts';
import { createPasswordQueue, type PasswordLimits } from './websites/password-queue.ts';
import type { Privacy } from './websites/website.ts';

/** Options of {@link createContext}. Only `store` is required. */
export interface ContextOptions {
  /** Where reports are kept: `sqliteStore(…)`, say. Call its `migrate()` before the first request. */
  readonly store: Store;
  /** How analyses may use the network. The default reaches public addresses only. */
  readonly network?: NetworkOptions;
  /**
   * How many analyses may run at once, and in how much memory. Default: 5 of one owner, 20 in all, 20
   * more waiting, 400 MiB.
   */
  readonly analyses?: Partial<AnalysisLimits>;
  /** How many password changes may wait to be hashed. Default: 4 of one owner, 20 in all. */
  readonly passwords?: Partial<PasswordLimits>;
  /** The current time. Default: the system's clock. */
  readonly now?: () => Date;
  /** Milliseconds of a monotonic clock, for durations. Default: the process's own. */
  readonly monotonicMs?: () => number;
  /** Strong random bytes. Default: those of `node:crypto`. */
  readonly randomBytes?: (size: number) => Uint8Array;
  /** Privacy of a website when its first report makes it. Default: `private`. */
  readonly defaultPrivacy?: Exclude<Privacy, 'password'>;
  /**
   * The checks that make a report. Default: all of sitegrade's. `extendRuleset` adds, replaces, drops
   * and re-weighs some.
   */
  readonly ruleset?: Ruleset;
  /** `false` for staging sites: not being indexable no longer caps the score. Default: `true`. */
  readonly expectIndexable?: boolean;
  /**
   * Is told what has happened once the store has it: reports created, failed and deleted, websites
   * updated and deleted; and at once of checks that throw. It is called at once and not waited for; one that throws or rejects changes
   * nothing, and is warned of once (`SitegradeWarning`).
   */
  readonly onEvent?: EventListener;
}

const storeParts = [
  'reports',
  'websites',
  'apiKeys',
  'idempotencyKeys',
  'maintenance',
] as const satisfies readonly (keyof Store)[];

/** The schemas of the options. */
export const contextOptionEntries = {
  store: mustBe<Store>(
    `a store with ${storeParts.join(', ')}, such as sqliteStore({ filename })`,
    (value) => isObject(value) && storeParts.every((part) => part in value),
  ),
  network: v.optional(networkSchema),
  analyses: v.optional(analysisLimitsSchema),
  passwords: v.optional(
    optionsObject({
      perOwner: v.optional(integerBetween(0, 10_000)),
      waiting: v.optional(integerBetween(0, 10_000)),
    }),
  ),
  ruleset: v.optional(
    mustBe<Ruleset>('a ruleset, such as extendRuleset(defaultRuleset, …)', isRuleset),
  ),
  now: v.optional(functionOption),
  monotonicMs: v.optional(functionOption),
  randomBytes: v.optional(functionOption),
  // Not `password`: a website without a password would be closed to everyone.
  defaultPrivacy: v.optional(oneOf(['public', 'private'])),
  onEvent: v.optional(functionOption),
  expectIndexable: v.optional(booleanOption),
} as const satisfies Record<keyof ContextOptions, v.GenericSchema>;

const contextOptionsSchema = optionsObject(contextOptionEntries);

/**
 * Makes the context that every domain function is given.
 *
 * @throws TypeError where an option is wrong, missing or unknown, naming it: no store, a malformed
 * address range, a port out of range, a check without an id.
 * @example
 * ```ts
 * const context = createContext({ store: sqliteStore({ filename: 'reports.sqlite' }) });
 * const report = await createReport(context, 'user-1', { url: 'https://example.com/' });
 * ```
 */
export function createContext(options: ContextOptions): Context {
  validateOptions(contextOptionsSchema, options, 'createContext: ');
  const { onEvent, ...others } = options;
  const given = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined),
  ) as typeof others;
  const network = createNetwork(options.network);
  const { decodedBytes: maxBodyBytes } = network.limits;
  const analyses = createAnalysisSlots(options.analyses, maxBodyBytes);
  return {
    ...contextDefaults,
    ...given,
    emit: createEmit(onEvent),
    ruleset: requireRuleset(options.ruleset ?? defaultRuleset),
    network,
    analyses,
    memory: createAnalysisMemory({ ...analyses.limits, maxBodyBytes }),
    passwords: createPasswordQueue(options.passwords),
  };
}

function isRuleset(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { version, checks } = value as Partial<Record<string, unknown>>;
  return typeof version === 'string' && Array.isArray(checks);
}
