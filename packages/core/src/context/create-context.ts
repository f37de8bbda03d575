import {
  createAnalysisMemory,
  createNetwork,
  type FieldData,
  type NetworkOptions,
  networkSchema,
  type Renderer,
  type RenderMode,
  renderModes,
} from '@sitegrade/audit';
import { defaultRuleset, type Ruleset, requireRuleset } from '@sitegrade/audit/checks';
import {
  booleanOption,
  functionOption,
  integerBetween,
  isObject,
  mustBe,
  oneOf,
  optionsObject,
  validateOptions,
} from '@sitegrade/foundation/validate-options';
import * as v from 'valibot';
import { createEmit, type EventListener } from '../events/emit.ts';
import { createEmitOperation, type OperationListener } from '../events/emit-operation.ts';
import { createOutages } from '../events/outages.ts';
import type { Store } from '../store/store.ts';
import type { Privacy } from '../store/website.ts';
import { type AlertOptions, alertOptionsSchema, alertSettingsOf } from './alert-settings.ts';
import {
  type AnalysisLimits,
  analysisLimitsSchema,
  createAnalysisSlots,
} from './analysis-slots.ts';
import { type Context, contextDefaults } from './context.ts';
import { type CrawlLimits, crawlLimitsOf, crawlLimitsSchema } from './crawl-limits.ts';
import { embeddedQueue } from './embedded-queue.ts';
import { createJobWaits } from './job-waits.ts';
import { createKnownWorkers } from './known-workers.ts';
import { createOpenReports } from './open-reports.ts';
import { createPasswordQueue, type PasswordLimits, passwordCost } from './password-queue.ts';
import type { Queue } from './queue.ts';
import { createQuotas, type QuotasOption, quotasOptionSchema } from './quotas.ts';
import { sharedSettingsOf } from './shared-settings.ts';

/** Options of {@link createContext}. Only `store` is required. */
export interface ContextOptions {
  /** Stores reports, for example `sqliteStore(…)`. Call its `migrate()` before the first request. */
  readonly store: Store;
  /** The network access of analyses. By default, only public addresses are allowed. */
  readonly network?: NetworkOptions;
  /**
   * How webhooks are delivered, and mails sent. Default: to public addresses with `https:`, without links to the console,
   * and no mails.
   */
  readonly alerts?: AlertOptions;
  /**
   * Limits of concurrent analyses and their memory. Default: 5 per owner, 31 in total, 20 waiting,
   * 400 MiB.
   */
  readonly analyses?: Partial<AnalysisLimits>;
  /**
   * Notifies workers that there are jobs, for example `pgBossQueue(…)`. Default: `embeddedQueue()`, which needs
   * no other service.
   */
  readonly queue?: Queue;
  /**
   * How much background work an owner may have: the same for all owners, or a function of the owner id.
   * Default: 10,000 queued jobs, 2 crawls at a time, 20,000 pages of crawls a day, 1,000 schedules, 10,000 accepted
   * findings, 20 webhooks, 10,000 deliveries that wait, 100 recipients, and 200 mails a day.
   */
  readonly quotas?: QuotasOption;
  /**
   * Limits of crawls. Default: at most 10,000 pages each, 2 at a time of a host, with the reports of jobs, and 100
   * crawls at a time.
   */
  readonly crawls?: Partial<CrawlLimits>;
  /** Limits of waiting password changes. Default: 4 per owner, 20 in total. */
  readonly passwords?: Partial<PasswordLimits>;
  /** The current time. Default: the system clock. */
  readonly now?: () => Date;
  /** Milliseconds of a monotonic clock, for durations. Default: `performance.now()`. */
  readonly monotonicMs?: () => number;
  /** Cryptographically strong random bytes. Default: `randomBytes` of `node:crypto`. */
  readonly randomBytes?: (size: number) => Uint8Array;
  /** The privacy of new websites. Default: `private`. */
  readonly defaultPrivacy?: Exclude<Privacy, 'password'>;
  /**
   * The checks of a report. Default: all checks of sitegrade. `extendRuleset` adds, replaces and drops
   * checks, and changes their importance.
   */
  readonly ruleset?: Ruleset;
  /** `false` for staging sites: pages that cannot be indexed then have no capped score. Default: `true`. */
  readonly expectIndexable?: boolean;
  /**
   * `true` requests the page of each report three times more, with the user agents of ChatGPT (`ChatGPT-User`) and of
   * Chrome on a computer and on a phone, and compares what the server sends. Set it only for sites whose owner asks for it: the requests claim to
   * be of others. Firewalls that verify addresses treat the first as a forgery, so a refusal may not concern ChatGPT
   * itself. Pages of crawls are not compared. Default: `false`.
   */
  readonly compareUserAgents?: boolean;
  /**
   * Renders pages of reports in a browser, for example `chromiumRenderer()` of `@sitegrade/renderer-chromium`. The caller
   * closes it. Default: none.
   */
  readonly renderer?: Renderer;
  /**
   * Which pages are rendered: `auto` those whose HTML seems to depend on scripts, `always` all, `off` none. Of crawls, no
   * more than with `auto`.
   * Default: `auto`. It needs a `renderer`.
   */
  readonly render?: RenderMode;
  /**
   * How many times each page of a report is loaded as by a phone with a slow connection, to measure its speed: 0 to 10.
   * With several, the report has the medians and the spread. Each takes 6 to 50 seconds, in which the renderer loads no
   * other page. Pages of crawls are not measured. Default: 0. It needs a `renderer` with `measure`.
   */
  readonly speedRuns?: number;
  /**
   * Adds to reports what real visitors of public pages had, for example `cruxFieldData({ apiKey })`, which sends the URL
   * of each page to Google, without its query. Reports with headers, of private hosts, and of crawls have none.
   * Default: none.
   */
  readonly fieldData?: FieldData;
  /**
   * Called with events after the store has saved them: reports created, failed and deleted, websites
   * updated and deleted, jobs and crawls created and ended, runs of schedules started and missed, and immediately for
   * checks that throw. Its result is ignored. If it throws or
   * rejects, there is one process warning (`SitegradeWarning`).
   */
  readonly onEvent?: EventListener;
  /**
   * Called with what operators watch: claims and leases of workers, outages of the store, refused requests, which
   * processes are alive and whether their settings differ, and what workers have pruned. Its result is ignored. Without
   * it, outages, missing workers and settings that differ are process warnings (`SitegradeWarning`).
   */
  readonly onOperation?: OperationListener;
}

const storeParts = [
  'reports',
  'websites',
  'apiKeys',
  'idempotencyKeys',
  'guesses',
  'sessions',
  'jobs',
  'crawls',
  'schedules',
  'webhooks',
  'deliveries',
  'recipients',
  'mails',
  'accepted',
  'maintenance',
  'processes',
] as const satisfies readonly (keyof Store)[];

/** Jobs wait for no more: their leases are extended by the time of all. */
const maxSpeedRuns = 10;

/** The schemas of the options. */
export const contextOptionEntries = {
  store: mustBe<Store>(
    `a store with ${storeParts.join(', ')}, such as sqliteStore({ filename })`,
    (value) => isObject(value) && storeParts.every((part) => part in value),
  ),
  network: v.optional(networkSchema),
  alerts: v.optional(alertOptionsSchema),
  analyses: v.optional(analysisLimitsSchema),
  crawls: v.optional(crawlLimitsSchema),
  passwords: v.optional(
    optionsObject({
      perOwner: v.optional(integerBetween(0, 10_000)),
      waiting: v.optional(integerBetween(0, 10_000)),
    }),
  ),
  queue: v.optional(
    mustBe<Queue>(
      'a queue with announce and wait, such as embeddedQueue()',
      (value) => isObject(value) && 'announce' in value && 'wait' in value,
    ),
  ),
  quotas: v.optional(quotasOptionSchema),
  ruleset: v.optional(
    mustBe<Ruleset>('a ruleset, such as extendRuleset(defaultRuleset, …)', isRuleset),
  ),
  now: v.optional(functionOption),
  monotonicMs: v.optional(functionOption),
  randomBytes: v.optional(functionOption),
  // Not `password`: no one could open a website without a password.
  defaultPrivacy: v.optional(oneOf(['public', 'private'])),
  onEvent: v.optional(functionOption),
  onOperation: v.optional(functionOption),
  expectIndexable: v.optional(booleanOption),
  compareUserAgents: v.optional(booleanOption),
  renderer: v.optional(
    mustBe<Renderer>(
      'a renderer with pages, render and close, such as chromiumRenderer()',
      (value) => isObject(value) && ['pages', 'render', 'close'].every((part) => part in value),
    ),
  ),
  render: v.optional(oneOf(renderModes)),
  speedRuns: v.optional(integerBetween(0, maxSpeedRuns)),
  fieldData: v.optional(
    mustBe<FieldData>(
      'a source with query, such as cruxFieldData({ apiKey })',
      (value) => isObject(value) && 'query' in value && typeof value.query === 'function',
    ),
  ),
} as const satisfies Record<keyof ContextOptions, v.GenericSchema>;

const contextOptionsSchema = optionsObject(contextOptionEntries);

/**
 * Creates the context for domain functions.
 *
 * @param options - The store, and options with defaults.
 * @throws TypeError with the name of an option that is invalid, missing or unknown.
 * @example
 * ```ts
 * const context = createContext({ store: sqliteStore({ filename: 'reports.sqlite' }) });
 * const report = await createReport(context, 'user-1', { url: 'https://example.com/' });
 * ```
 */
export function createContext(options: ContextOptions): Context {
  validateOptions(contextOptionsSchema, options, 'createContext: ');
  const { onEvent, onOperation, ...others } = options;
  if ((options.speedRuns ?? 0) > 0 && options.renderer?.measure === undefined) {
    throw new TypeError(
      'createContext: speedRuns needs a renderer with measure, such as chromiumRenderer().',
    );
  }
  const given = Object.fromEntries(
    Object.entries(others).filter(([, value]) => value !== undefined),
  ) as typeof others;
  const network = createNetwork(options.network);
  const { decodedBytes: maxBodyBytes } = network.limits;
  const analyses = createAnalysisSlots(options.analyses, maxBodyBytes);
  const emitOperation = createEmitOperation(onOperation);
  const ruleset = requireRuleset(options.ruleset ?? defaultRuleset);
  const crawls = crawlLimitsOf(options.crawls);
  const known = { ...contextDefaults, ...given, ruleset, crawls };
  return {
    ...known,
    emit: createEmit(onEvent),
    emitOperation,
    outages: createOutages(emitOperation, known.monotonicMs),
    knownWorkers: createKnownWorkers(),
    sharedSettings: sharedSettingsOf(options, known),
    network,
    alerts: alertSettingsOf(options.alerts, options.network),
    analyses,
    queue: options.queue ?? embeddedQueue(),
    jobWaits: createJobWaits(),
    openReports: createOpenReports(),
    quotas: createQuotas(options.quotas),
    memory: createAnalysisMemory({ ...analyses.limits, maxBodyBytes }),
    passwords: createPasswordQueue(options.passwords, passwordCost(options.store)),
  };
}

function isRuleset(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { version, checks } = value as Partial<Record<string, unknown>>;
  return typeof version === 'string' && Array.isArray(checks);
}
