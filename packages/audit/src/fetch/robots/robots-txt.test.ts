import type { RequestListener } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { openCpuAccount } from '../../limits/cpu-account.ts';
import { fetchError } from '../fetch-error.ts';
import { testFetcher } from '../fixtures/fetching.ts';
import { startHttp } from '../fixtures/servers.ts';
import { isAllowed, readRobotsTxt } from './robots-rules.ts';
import { fetchRobotsTxt } from './robots-txt.ts';

async function robotsOf(
  listener: RequestListener,
  signal?: AbortSignal,
  headersMs = 8000,
  cpu = openCpuAccount(),
) {
  const server = await startHttp(listener);
  const fetcher = testFetcher(
    { allowAddresses: [`127.0.0.1:${server.port}`], limits: { headersMs } },
    signal,
  );
  return fetchRobotsTxt(fetcher, new URL('/deep/page?x#y', server.url), cpu);
}

const text = 'User-agent: *\nDisallow: /private\n';

describe('robots.txt', () => {
  it('is requested at the root of the site', async () => {
    const asked: (string | undefined)[] = [];
    const robots = await robotsOf((request, response) => {
      asked.push(request.url);
      response.setHeader('content-type', 'text/plain').end(text);
    });
    expect(asked).toEqual(['/robots.txt']);
    if (robots.kind !== 'found') return expect.fail(robots.kind);
    expect(robots).toMatchObject({ contentType: 'text/plain', rules: { truncated: false } });
    expect(robots.url).toMatch(/\/robots\.txt$/);
    expect(isAllowed(robots.rules, 'Googlebot', 'http://p.test/private/')).toEqual({
      allowed: false,
      line: 2,
      complete: true,
      text: 'Disallow: /private',
    });
  });

  it.each([
    [200, 'found'],
    [204, 'found'],
    [304, 'none'],
    [401, 'none'],
    [403, 'none'],
    [404, 'none'],
    [410, 'none'],
    [429, 'server_error'],
    [500, 'server_error'],
    [503, 'server_error'],
  ])('status %i: %s', async (status, kind) => {
    const robots = await robotsOf((_request, response) => response.writeHead(status).end());
    expect(robots.kind).toBe(kind);
    if ('status' in robots) expect(robots.status).toBe(status);
  });

  it.each([
    [5, { kind: 'found' }],
    [6, { kind: 'none', status: 301 }],
  ])('%i redirects', async (count, expected) => {
    const robots = await robotsOf((request, response) => {
      const done = Number(new URL(request.url ?? '', 'http://p.test').searchParams.get('n'));
      if (done === count) return response.end(text);
      return response.writeHead(301, { location: `/robots.txt?n=${done + 1}` }).end();
    });
    expect(robots).toMatchObject(expected);
  });

  it('a loop of redirects', async () => {
    const robots = await robotsOf((_request, response) => {
      response.writeHead(302, { location: '/robots.txt' }).end();
    });
    expect(robots).toEqual({ kind: 'none', status: 302 });
  });

  it('a redirect to a blocked address', async () => {
    const robots = await robotsOf((_request, response) => {
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    });
    expect(robots).toEqual({ kind: 'unknown', reason: 'address_blocked' });
  });

  it('has limits of five seconds and five redirects', async () => {
    const asked: unknown[] = [];
    const fetch = async (...args: unknown[]): Promise<never> => {
      asked.push(...args);
      throw fetchError('fetch_timeout');
    };
    const robots = fetchRobotsTxt({ fetch }, new URL('https://p.test/a'), openCpuAccount());
    expect(await robots).toEqual({ kind: 'unknown', reason: 'fetch_timeout' });
    expect(asked).toEqual([
      new URL('https://p.test/robots.txt'),
      expect.objectContaining({ timeoutMs: 5000, maxRedirects: 5 }),
    ]);
  });

  it('no response', async () => {
    expect(await robotsOf(() => {}, undefined, 200)).toEqual({
      kind: 'unknown',
      reason: 'headers_timeout',
    });
  });

  it('a refused connection', async () => {
    const server = await startHttp(() => {});
    await server.close();
    const fetcher = testFetcher({ allowAddresses: ['127.0.0.1'] });
    expect(await fetchRobotsTxt(fetcher, new URL(server.url), openCpuAccount())).toEqual({
      kind: 'unknown',
      reason: 'connect_refused',
    });
  });

  it('damaged', async () => {
    const robots = await robotsOf((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(text);
    });
    expect(robots).toEqual({ kind: 'unknown', reason: 'encoding_invalid' });
  });

  it('H26 endless: the beginning is read', async () => {
    const robots = await robotsOf((_request, response) => {
      response.write(text);
      const more = () => {
        while (!response.destroyed && response.write('# more and more\n'.repeat(4096))) {}
      };
      response.on('drain', more);
      more();
    });
    expect(robots).toMatchObject({ kind: 'found', rules: { truncated: true } });
  });

  it('H26 a decompression bomb: the beginning is read', async () => {
    const body = gzipSync(Buffer.concat([Buffer.from(text), Buffer.alloc(64 * 1024 * 1024)]));
    const robots = await robotsOf((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(body);
    });
    expect(robots).toMatchObject({ kind: 'found', rules: { truncated: true } });
  });

  it('H26 with very many lines is read in slices', async () => {
    // With short lines and with long lines.
    for (const line of ['q\n', `allow: /${'%e3'.repeat(300)}\n`]) {
      const lines = line.repeat(200_000 / line.length);
      const steps = [...readRobotsTxt(Buffer.from(lines))].length;
      expect(steps).toBeGreaterThan(40);
      let slices = 0;
      const cpu = { ...openCpuAccount(), charge: () => void slices++ };
      const robots = await robotsOf(
        (_request, response) => response.end(lines),
        undefined,
        8000,
        cpu,
      );
      expect(robots.kind).toBe('found');
      await setImmediate();
      expect(slices).toBeGreaterThan(0);
    }
  });

  it('an abort by the caller is not a result', async () => {
    const controller = new AbortController();
    const robots = robotsOf(() => controller.abort(new Error('enough')), controller.signal);
    await expect(robots).rejects.toThrow('enough');
  });
});
