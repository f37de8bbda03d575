import { expect, it } from 'vitest';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { probe } from './fixtures/probed-site.ts';

it('requests the page once with an origin that cannot exist', async () => {
  const { crossOriginRequests, crossOrigin, server } = await probe({
    path: 'dir/page?q=1',
    respondToOrigin: ({ headers }, response) =>
      response
        .writeHead(200, {
          'access-control-allow-origin': headers.origin ?? '',
          'access-control-allow-credentials': 'true',
        })
        .end('<p>'),
  });
  expect(crossOriginRequests).toEqual(['GET /dir/page?q=1 https://sitegrade.invalid']);
  expect(crossOrigin).toEqual({
    kind: 'response',
    url: `${server.url}dir/page?q=1`,
    origin: 'https://sitegrade.invalid',
    status: 200,
    allowOrigin: ['https://sitegrade.invalid'],
    allowCredentials: ['true'],
  });
});

it('does not wait for the body', async () => {
  const { crossOrigin } = await probe({
    respondToOrigin: (_request, response) => response.writeHead(200).write('<p>'),
  });
  expect(crossOrigin).toMatchObject({ kind: 'response', status: 200, allowOrigin: [] });
});

it('follows no redirect', async () => {
  const other = await startHttp((_request, response) => response.end());
  const { crossOrigin, crossOriginRequests } = await probe({
    allow: [`127.0.0.1:${other.port}`],
    respondToOrigin: (_request, response) => response.writeHead(302, { location: other.url }).end(),
  });
  expect(crossOrigin).toMatchObject({ kind: 'response', status: 302 });
  expect(crossOriginRequests).toHaveLength(1);
  expect(other.connections()).toBe(0);
});

it('keeps only the start of what the server sends', async () => {
  const { crossOrigin } = await probe({
    respondToOrigin: (_request, response) => {
      const values = Array.from({ length: 20 }, () => 'x'.repeat(400));
      response.setHeader('access-control-allow-origin', values).end();
    },
  });
  expect(crossOrigin).toMatchObject({
    allowOrigin: Array.from({ length: 10 }, () => 'x'.repeat(300)),
  });
});

it.each([403, 404, 500])('is not sent for a page with status %i', async (status) => {
  const { crossOrigin, crossOriginRequests } = await probe({ status });
  expect(crossOrigin).toBeNull();
  expect(crossOriginRequests).toEqual([]);
});

it('is not sent if robots.txt disallows the page, or it cannot be fetched', async () => {
  const disallowed = await probe({ robots: 'User-agent: *\nDisallow: /dir' });
  const unknown = await probe({ robots: { kind: 'unknown', reason: 'fetch_timeout' } });
  for (const { crossOrigin, crossOriginRequests } of [disallowed, unknown]) {
    expect(crossOrigin).toMatchObject({ kind: 'skipped', reason: 'robots_txt' });
    expect(crossOriginRequests).toEqual([]);
  }
});
