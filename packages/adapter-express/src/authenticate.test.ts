import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import express, { type Request } from 'express';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { serve } from './fixtures/serve.ts';
import { type SitegradeRouterOptions, sitegradeRouter } from './sitegrade-router.ts';

declare global {
  namespace Express {
    interface Request {
      user?: { readonly id: string };
    }
  }
}

describe('authenticate', () => {
  it('gets Express’ own request, with properties set by the host’s middleware', async () => {
    const store = memoryStore();
    await store.reports.create(newReport({ ownerId: 'team-7' }));
    const app = express();
    app.use((request, _response, next) => {
      const session = request.get('x-session');
      if (session !== undefined) request.user = { id: `team-${session}` };
      next();
    });
    let isExpress = false;
    app.use(
      '/tools',
      sitegradeRouter({
        store,
        authenticate: (request) => {
          isExpress = request.baseUrl === '/tools' && request.app === app;
          return request.user?.id;
        },
      }),
    );
    const server = await serve(app);
    const totalOf = async (headers: Record<string, string>) => {
      const reply = await fetch(`${server.url}/tools/api/v1/reports`, { headers });
      const { meta } = (await reply.json()) as { meta?: { total: number } };
      return meta?.total ?? reply.status;
    };
    expect(await totalOf({ 'x-session': '7' })).toBe(1);
    expect(isExpress).toBe(true);
    expect(await totalOf({ 'x-session': '8' })).toBe(0);
    expect(await totalOf({})).toBe(401);
    await server.close();
  });

  it('is typed: the request is Express’, and the result is an owner id or nothing', () => {
    type Authenticate = NonNullable<SitegradeRouterOptions['authenticate']>;
    expectTypeOf<Parameters<Authenticate>>().toEqualTypeOf<[request: Request]>();
    expectTypeOf<(request: Request) => string>().toExtend<Authenticate>();
    expectTypeOf<() => Promise<string | null | undefined>>().toExtend<Authenticate>();
    expectTypeOf<() => undefined>().toExtend<Authenticate>();
    expectTypeOf<() => number>().not.toExtend<Authenticate>();
    expectTypeOf<() => boolean>().not.toExtend<Authenticate>();
    expectTypeOf<() => Promise<{ id: string }>>().not.toExtend<Authenticate>();
    expectTypeOf<(request: Request & { mine: 1 }) => string>().not.toExtend<Authenticate>();
  });
});
