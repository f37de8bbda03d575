import { type SampleSite, startSampleSite } from '@sitegrade/example-sample-site';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createApiClient } from '../../../scripts/api-client.ts';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { startExample } from '../../../scripts/start-example.ts';

let site: SampleSite;
let server: ServerProcess;

beforeEach(async () => {
  site = await startSampleSite();
  server = startExample('prometheus-metrics', {
    ALLOW_ADDRESSES: '127.0.0.1',
    NODE_EXTRA_CA_CERTS: site.certificateFile,
  });
});

afterEach(async () => {
  server.kill('SIGKILL');
  await server.exited;
  await site.close();
});

it('serves metrics about a good report, a failed one and a deletion', async () => {
  const address = await server.listening;
  const metrics = async () => (await fetch(`${address}/metrics`)).text();
  const none = await metrics();
  for (const line of [
    'sitegrade_reports_created_total{result="good"} 0',
    'sitegrade_reports_failed_total{code="url_not_allowed"} 0',
    'sitegrade_reports_deleted_total 0',
  ]) {
    expect(none.split('\n')).toContain(line);
  }

  const api = createApiClient(address, server.key() ?? 'no key was printed');
  const made = await api.create(`${site.httpsUrl}/`);
  expect(made).toMatchObject({ status: 201, json: { data: { result: 'good' } } });
  expect(await api.create('http://169.254.169.254/')).toMatchObject({ status: 422 });
  const { id } = made.json.data as { readonly id: number };
  expect(await api.send('DELETE', `/api/v1/reports/${id}`)).toMatchObject({ status: 200 });

  const response = await fetch(`${address}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const some = await response.text();
  for (const line of [
    'sitegrade_reports_created_total{result="good"} 1',
    'sitegrade_reports_created_total{result="bad"} 0',
    'sitegrade_reports_failed_total{code="url_not_allowed"} 1',
    'sitegrade_reports_failed_total{code="internal"} 0',
    'sitegrade_reports_deleted_total 1',
    'sitegrade_report_duration_seconds_count{outcome="created"} 1',
    'sitegrade_report_duration_seconds_count{outcome="failed"} 1',
    'sitegrade_report_duration_seconds_bucket{le="+Inf",outcome="created"} 1',
  ]) {
    expect(some.split('\n')).toContain(line);
  }
  expect(some).not.toContain('127.0.0.1');

  server.kill('SIGTERM');
  expect(await server.exited, server.output()).toBe(0);
}, 60_000);
