import type { FieldDataFailure, OperationEvent, RenderFailure } from '@sitegrade/core';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** Seconds. A claim takes some milliseconds, and at most five seconds. */
const claimBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** How long what a process knows of others counts, in milliseconds: as long as a process that is lost counts as alive. */
const knownMs = 90_000;

const kinds = ['job', 'crawl'] as const;
const prunedKinds = [
  'reports',
  'crawls',
  'idempotency_keys',
  'jobs',
  'deliveries',
  'mails',
] as const;

const renderFailures = [
  'renderer_unavailable',
  'render_timed_out',
  'render_too_large',
  'render_crashed',
  'render_refused',
] as const satisfies readonly RenderFailure[];

const fieldDataFailures = [
  'quota_exceeded',
  'key_refused',
  'timed_out',
  'unavailable',
  'invalid_response',
] as const satisfies readonly FieldDataFailure[];

/** The refused changes of a process. Those of the store are added to those of requests when they are read. */
export interface RefusedWrites {
  readonly quota: number;
  readonly readOnly: number;
}

/** Makes what `onOperation` is given: it counts what happens in a registry of prom-client. */
export function countOperations(
  registry: Registry,
  monotonicMs: () => number,
): {
  readonly onOperation: (event: OperationEvent) => void;
  readonly refused: () => RefusedWrites;
} {
  const registers = [registry];
  const claims = new Histogram({
    name: 'sitegrade_claim_duration_seconds',
    help: 'Time in which a worker has asked the database for work, by what it asked for.',
    labelNames: ['kind'],
    buckets: claimBuckets,
    registers,
  });
  const expired = new Counter({
    name: 'sitegrade_leases_expired_total',
    help: 'Leases that were over before their work had ended, noticed by this process: workers disappeared.',
    labelNames: ['kind'],
    registers,
  });
  const lost = new Counter({
    name: 'sitegrade_leases_lost_total',
    help: 'Work of this process that was discarded, because its lease was over and another had it.',
    labelNames: ['kind'],
    registers,
  });
  const outages = new Counter({
    name: 'sitegrade_outages_total',
    help: 'How often the database or the queue began to fail in this process.',
    registers,
  });
  const pruned = new Counter({
    name: 'sitegrade_pruned_total',
    help: 'What this worker has deleted because it was old, by kind.',
    labelNames: ['kind'],
    registers,
  });
  const unrendered = new Counter({
    name: 'sitegrade_renderings_failed_total',
    help: 'Pages of reports that were not rendered in a browser although they should have been, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const withoutFieldData = new Counter({
    name: 'sitegrade_field_data_failures_total',
    help: 'How often the source of data of real visitors has failed, by reason. Requests are paused after each.',
    labelNames: ['reason'],
    registers,
  });
  let workers: { readonly count: number; readonly at: number } | undefined;
  new Gauge({
    name: 'sitegrade_workers_alive',
    help: 'Workers of the database that were alive in the last 90 seconds, as far as this process knows.',
    registers,
    collect() {
      // Without a label, a gauge that is reset is 0, which would be wrong.
      if (workers === undefined || monotonicMs() - workers.at >= knownMs) this.remove();
      else this.set(workers.count);
    },
  });
  const differ = new Gauge({
    name: 'sitegrade_settings_differ',
    help: 'How many settings of this process have differed from those of others for two minutes. The log names them.',
    registers,
  });
  let [quota, readOnly] = [0, 0];

  // A series that begins at 0 shows its first increase; one that begins at 1 does not.
  for (const kind of kinds) {
    claims.zero({ kind });
    expired.inc({ kind }, 0);
    lost.inc({ kind }, 0);
  }
  for (const kind of prunedKinds) pruned.inc({ kind }, 0);
  for (const reason of renderFailures) unrendered.inc({ reason }, 0);
  for (const reason of fieldDataFailures) withoutFieldData.inc({ reason }, 0);

  const onOperation = (event: OperationEvent): void => {
    switch (event.type) {
      case 'work.claimed':
        claims.observe({ kind: event.kind }, event.durationMs / 1_000);
        return;
      case 'leases.expired':
        expired.inc({ kind: event.kind }, event.count);
        return;
      case 'lease.lost':
        lost.inc({ kind: event.kind });
        return;
      case 'write.refused':
        if (event.reason === 'read_only') readOnly += 1;
        else quota += 1;
        return;
      case 'outage.began':
        outages.inc();
        return;
      case 'processes.seen':
        workers = { count: event.workers, at: monotonicMs() };
        return;
      case 'settings.differ':
        differ.set(event.names.length);
        return;
      case 'settings.agree':
        differ.set(0);
        return;
      case 'rendering.failed':
        unrendered.inc({ reason: event.reason });
        return;
      case 'field_data.failed':
        withoutFieldData.inc({ reason: event.reason });
        return;
      case 'pruned':
        pruned.inc({ kind: event.kind }, event.count);
        return;
      default:
    }
  };
  return { onOperation, refused: () => ({ quota, readOnly }) };
}
