import { randomBytes as nodeRandomBytes } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type { AnalysisMemory, FieldData, Network, Renderer, RenderMode } from '@sitegrade/audit';
import type { Ruleset } from '@sitegrade/audit/checks';
import type { OperationEmitter } from '../events/emit-operation.ts';
import type { Outages } from '../events/outages.ts';
import type { SitegradeEvent } from '../events/sitegrade-event.ts';
import type { Store } from '../store/store.ts';
import type { Privacy } from '../store/website.ts';
import type { AlertSettings } from './alert-settings.ts';
import type { AnalysisSlots } from './analysis-slots.ts';
import type { CrawlLimits } from './crawl-limits.ts';
import type { JobWaits } from './job-waits.ts';
import type { KnownWorkers } from './known-workers.ts';
import type { OpenReports } from './open-reports.ts';
import type { PasswordQueue } from './password-queue.ts';
import type { Queue } from './queue.ts';
import type { Quotas } from './quotas.ts';

/**
 * The first parameter of every domain function: the store, the network, the limits, the clock and the
 * source of random bytes. Create it with `createContext`.
 */
export interface Context extends OperationEmitter {
  /** Stores reports, websites and API keys. */
  readonly store: Store;
  /** The network access of analyses: address policy, limits, resolver. */
  readonly network: Network;
  /** How webhooks are delivered, and mails sent. */
  readonly alerts: AlertSettings;
  /** Limits concurrent analyses, in total and per owner. */
  readonly analyses: AnalysisSlots;
  /** Notifies workers that there are jobs. */
  readonly queue: Queue;
  /** Limits the requests that wait for a job. */
  readonly jobWaits: JobWaits;
  /** How long the body of a request may stop arriving, in milliseconds. */
  readonly bodyIdleMs: number;
  /** How long a body may take that is read before the request is known to have an owner, in milliseconds. */
  readonly bodyTotalMs: number;
  /** The reports that requests create in this process. */
  readonly openReports: OpenReports;
  /** Limits of crawls. */
  readonly crawls: CrawlLimits;
  /** The quotas of an owner. */
  readonly quotas: (ownerId: string) => Promise<Quotas>;
  /** Hashes the passwords of websites. Limits concurrent hashes, and serves owners round-robin. */
  readonly passwords: PasswordQueue;
  /** The memory for the pages of all analyses. */
  readonly memory: AnalysisMemory;
  /** The current time. */
  readonly now: () => Date;
  /** Milliseconds of a monotonic clock, for durations. */
  readonly monotonicMs: () => number;
  /** Cryptographically strong random bytes. */
  readonly randomBytes: (size: number) => Uint8Array;
  /** The privacy of new websites. */
  readonly defaultPrivacy: Privacy;
  /** The checks of a report. */
  readonly ruleset: Ruleset;
  /** Whether pages should be indexed by search engines; `false` for staging sites. */
  readonly expectIndexable: boolean;
  /** Whether pages of reports are requested again as an AI assistant and as a browser. */
  readonly compareUserAgents: boolean;
  /** Renders pages of reports in a browser; `undefined` for none. */
  readonly renderer?: Renderer | undefined;
  /** Which pages of reports are rendered, if there is a renderer. */
  readonly render: RenderMode;
  /** How many times the speed of each page of a report is measured; 0 for not at all. */
  readonly speedRuns: number;
  /** Where reports get from what real visitors had; `undefined` for none. */
  readonly fieldData?: FieldData | undefined;
  /** Sends an event to the `onEvent` listener. It never throws and never waits. */
  readonly emit: (event: SitegradeEvent) => void;
  /** The outages of the store and the queue in this process. */
  readonly outages: Outages;
  /** Whether there are workers, as far as this process knows. */
  readonly knownWorkers: KnownWorkers;
  /** A digest of each option that all processes should have in common, by its name. */
  readonly sharedSettings: Readonly<Record<string, string>>;
}

/** The parts of a {@link Context} with a default that needs no other module. */
export const contextDefaults = {
  now: () => new Date(),
  monotonicMs: () => performance.now(),
  randomBytes: (size: number): Uint8Array => nodeRandomBytes(size),
  bodyIdleMs: 30_000,
  bodyTotalMs: 120_000,
  defaultPrivacy: 'private',
  expectIndexable: true,
  compareUserAgents: false,
  render: 'auto',
  speedRuns: 0,
} as const satisfies Partial<Context>;
