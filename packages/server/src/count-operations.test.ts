import type { OperationEvent } from '@sitegrade/core';
import { Registry } from 'prom-client';
import { beforeEach, expect, it } from 'vitest';
import { countOperations } from './count-operations.ts';

let registry: Registry;
let now: number;
let count: (event: OperationEvent) => void;

beforeEach(() => {
  registry = new Registry();
  now = 0;
  count = countOperations(registry, () => now).onOperation;
});

const lineOf = async (series: string) =>
  (await registry.metrics()).split('\n').find((line) => line.startsWith(`${series} `));

it('begins every counter at 0, so that the first increase shows', async () => {
  for (const series of [
    'sitegrade_claim_duration_seconds_count{kind="job"}',
    'sitegrade_claim_duration_seconds_count{kind="crawl"}',
    'sitegrade_leases_expired_total{kind="crawl"}',
    'sitegrade_leases_lost_total{kind="job"}',
    'sitegrade_outages_total',
    'sitegrade_pruned_total{kind="idempotency_keys"}',
    'sitegrade_renderings_failed_total{reason="render_crashed"}',
    'sitegrade_field_data_failures_total{reason="quota_exceeded"}',
    'sitegrade_settings_differ',
  ]) {
    expect(await lineOf(series), series).toBe(`${series} 0`);
  }
});

it('counts claims, leases, outages and what was pruned', async () => {
  count({ type: 'work.claimed', kind: 'job', isFound: false, durationMs: 30 });
  count({ type: 'work.claimed', kind: 'job', isFound: true, durationMs: 20 });
  count({ type: 'leases.expired', kind: 'crawl', count: 3 });
  count({ type: 'lease.lost', kind: 'job', ownerId: 'OWNER', id: 7 });
  const error = { name: 'Error', message: 'SECRET' };
  count({ type: 'outage.began', kind: 'overloaded', error });
  count({ type: 'outage.ended', kind: 'overloaded', failures: 2, durationMs: 5 });
  count({ type: 'pruned', kind: 'reports', count: 40 });
  count({ type: 'pruned', kind: 'reports', count: 2 });
  const url = 'https://SECRET.example/';
  const reason = 'render_timed_out';
  count({ type: 'rendering.failed', ownerId: 'OWNER', url, reason, error });
  count({ type: 'field_data.failed', reason: 'key_refused', error });
  for (const line of [
    'sitegrade_claim_duration_seconds_count{kind="job"} 2',
    'sitegrade_claim_duration_seconds_sum{kind="job"} 0.05',
    'sitegrade_leases_expired_total{kind="crawl"} 3',
    'sitegrade_leases_lost_total{kind="job"} 1',
    'sitegrade_outages_total 1',
    'sitegrade_pruned_total{kind="reports"} 42',
    'sitegrade_renderings_failed_total{reason="render_timed_out"} 1',
    'sitegrade_field_data_failures_total{reason="key_refused"} 1',
  ]) {
    expect(await lineOf(line.slice(0, line.lastIndexOf(' ')))).toBe(line);
  }
  expect(await registry.metrics()).not.toMatch(/OWNER|SECRET/);
});

it('knows the workers that are alive for 90 seconds', async () => {
  expect(await lineOf('sitegrade_workers_alive')).toBeUndefined();
  count({ type: 'processes.seen', servers: 2, workers: 3 });
  now = 89_999;
  expect(await lineOf('sitegrade_workers_alive')).toBe('sitegrade_workers_alive 3');
  now = 90_000;
  expect(await lineOf('sitegrade_workers_alive')).toBeUndefined();
  count({ type: 'processes.seen', servers: 2, workers: 0 });
  expect(await lineOf('sitegrade_workers_alive')).toBe('sitegrade_workers_alive 0');
});

it('shows how many settings differ, until they agree', async () => {
  count({ type: 'settings.differ', names: ['ruleset', 'network.ports'], processes: 1 });
  expect(await lineOf('sitegrade_settings_differ')).toBe('sitegrade_settings_differ 2');
  count({ type: 'settings.agree' });
  expect(await lineOf('sitegrade_settings_differ')).toBe('sitegrade_settings_differ 0');
});
