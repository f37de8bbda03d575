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

it('serves metrics about a report and a failure', async () => {
  const address = await server.listening;
  const api = createApiClient(address, server.key() ?? 'no key was printed');
  expect(await api.create(`${site.httpsUrl}/`)).toMatchObject({ status: 201 });
  expect(await api.create('http://169.254.169.254/')).toMatchObject({ status: 422 });

  const response = await fetch(`${address}/metrics`);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  const metrics = await response.text();
  expect(metrics.split('\n')).toEqual(
    expect.arrayContaining([
      'reports_created_total{result="good"} 1',
      'reports_failed_total{code="url_not_allowed"} 1',
      'report_seconds_count 1',
      expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds /),
    ]),
  );
  expect(metrics).not.toContain('127.0.0.1');

  server.kill('SIGTERM');
  expect(await server.exited, server.output()).toBe(0);
});
