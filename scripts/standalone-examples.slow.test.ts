import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSampleSite } from '@sitegrade/example-sample-site';
import { expect, it, onTestFinished } from 'vitest';
import { createApiClient } from './api-client.ts';
import { startExample } from './start-example.ts';

it.each(['standalone-fastify', 'standalone-express'] as const)(
  '%s is a whole server: reports, jobs, pages, reference, and keys that last',
  async (example) => {
    const site = await startSampleSite();
    const folder = mkdtempSync(join(tmpdir(), 'sitegrade-test-'));
    const environment = {
      DATABASE_FILE: join(folder, 'test.sqlite'),
      ALLOW_ADDRESSES: '127.0.0.1',
    };
    const server = startExample(example, environment);
    onTestFinished(async () => {
      server.kill('SIGKILL');
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const address = await server.listening;
    const key = server.key() ?? 'no key was printed';
    const api = createApiClient(address, key);
    expect(await api.create(`${site.url}/prices`)).toMatchObject({ status: 201 });
    expect(await api.create('http://169.254.169.254/')).toMatchObject({ status: 422 });
    const json = 'application/json';
    const batch = JSON.stringify({ urls: [`${site.url}/`] });
    expect(await api.send('POST', '/api/v1/jobs', batch, json)).toMatchObject({ status: 202 });
    await expect
      .poll(async () => (await api.rows('/api/v1/jobs')).map(({ status }) => status))
      .toEqual(['done']);
    const home = await fetch(address);
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('name="key"')]);
    expect((await fetch(`${address}/api/v1/docs`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await server.exited, server.output()).toBe(0);

    const again = startExample(example, environment);
    onTestFinished(() => again.kill('SIGKILL'));
    const rows = await createApiClient(await again.listening, key).rows('/api/v1/reports');
    expect(rows).toHaveLength(2);
    expect(again.key()).toBeUndefined();
    again.kill('SIGTERM');
    expect(await again.exited).toBe(0);
  },
);
