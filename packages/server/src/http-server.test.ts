import { createContext, issueApiKey } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import Fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createHealth } from './health.ts';
import { createServer, serverSettings } from './http-server.ts';
import { readSettings } from './settings.ts';

const logger = Fastify().log;

/** A server with these variables, and the key of an owner with one report. */
async function open(environment: Readonly<Record<string, string>>) {
  const store = memoryStore();
  const context = createContext({ store });
  const { key } = await issueApiKey(context, 'ann');
  await store.reports.create(newReport({ ownerId: 'ann' }));
  const settings = readSettings(serverSettings, {}, { WORKER: 'false', ...environment });
  const app = createServer(settings, { context, health: createHealth(), logger });
  onTestFinished(() => app.close());
  const list = async (headers: Readonly<Record<string, string>> = {}) => {
    const authorization = `Bearer ${key}`;
    const sent = { host: 'reports.test', ...headers, authorization };
    const response = await app.inject({ url: '/api/v1/reports', headers: sent });
    return response.json().links.first;
  };
  return { app, list };
}

const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'public.test' };

it('ignores forwarded headers, except those of trusted proxies', async () => {
  const { list } = await open({});
  expect(await list(forwarded)).toMatch(/^http:\/\/reports\.test\/api\/v1\/reports/);
  const { list: listBehind } = await open({ TRUST_PROXY: 'loopback' });
  expect(await listBehind(forwarded)).toMatch(/^https:\/\/public\.test\/api\/v1\/reports/);
  const { list: listElsewhere } = await open({ TRUST_PROXY: '10.0.0.0/8' });
  expect(await listElsewhere(forwarded)).toMatch(/^http:\/\/reports\.test\//);
});

it('begins links with the public URL, and leads to its console', async () => {
  const { app, list } = await open({ PUBLIC_URL: 'https://example.com/seo/' });
  expect(await list()).toMatch(/^https:\/\/example\.com\/seo\/api\/v1\/reports/);
  const { headers } = await app.inject('/');
  expect(headers.location).toBe('https://example.com/seo/sitegrade');
  const { app: other } = await open({});
  // Relative to the path that a proxy may have removed.
  expect((await other.inject('/')).headers.location).toBe('./sitegrade');
});

it('shows the name, the accent and the footer on its pages', async () => {
  const { app } = await open({
    PAGES_NAME: 'Our reports',
    PAGES_ACCENT: '#aa0000',
    PAGES_FOOTER: 'Run by us',
  });
  const { body } = await app.inject('/sitegrade/sign-in');
  expect(body).toContain('Our reports');
  expect(body).toContain('Run by us');
  const style = /href="([^"]+\.css[^"]*)"/.exec(body)?.[1] ?? '';
  const css = (await app.inject(new URL(style, 'http://a/sitegrade/sign-in').pathname)).body;
  expect(body + css).toContain('#aa0000');
  const [icon = ''] = /<link rel="icon"[^>]+>/.exec(body) ?? [];
  expect(icon).toContain("fill='%23aa0000'");
});

it('shows errors as pages to people, and as JSON to programs', async () => {
  const { app } = await open({ PAGES_NAME: 'Our reports' });
  const people = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  for (const url of ['/nothing', '/sitegrade/nothing', '/robots.html']) {
    const { statusCode, headers, body } = await app.inject({ url, headers: people });
    expect([url, statusCode, headers['content-type']]).toEqual([
      url,
      404,
      'text/html; charset=utf-8',
    ]);
    expect(body).toContain('Page not found');
    expect(body).toContain('Our reports');
    const style = /href="([^"]+\.css[^"]*)"/.exec(body)?.[1] ?? '';
    expect((await app.inject(style)).statusCode).toBe(200);
  }
  expect((await app.inject('/nothing')).json().code).toBe('not_found');
  const api = await app.inject({ url: '/api/v1/nothing', headers: people });
  expect([api.statusCode, api.json().code]).toEqual([404, 'not_found']);
});

it.each(['a b', '::', 'javascript'])(
  'shows errors as pages for any protocol that a proxy names: %j',
  async (protocol) => {
    const { app } = await open({ TRUST_PROXY: 'loopback' });
    const headers = { accept: 'text/html', 'x-forwarded-proto': protocol };
    const { statusCode, body } = await app.inject({ url: '/nothing', headers });
    expect([statusCode, body.includes('Page not found')]).toEqual([404, true]);
  },
);

it('has health and readiness, but no metrics', async () => {
  const { app } = await open({});
  expect((await app.inject('/health')).statusCode).toBe(200);
  expect((await app.inject('/ready')).statusCode).toBe(503);
  const metrics = await app.inject('/metrics');
  expect([metrics.statusCode, metrics.json().code]).toEqual([404, 'not_found']);
});
