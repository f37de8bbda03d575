import { memoryStore } from '@sitegrade/store-memory';
import { newReport } from '@sitegrade/testing';
import Fastify, { type FastifyRequest } from 'fastify';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { type SitegradePluginOptions, sitegradePlugin } from './sitegrade-plugin.ts';

declare module 'fastify' {
  interface FastifyRequest {
    user: { readonly id: string } | null;
  }
}

describe('authenticate', () => {
  it('gets Fastify’s own request, with properties set by the host’s hooks', async () => {
    const store = memoryStore();
    await store.reports.create(newReport({ ownerId: 'team-7' }));
    const app = Fastify({ pluginTimeout: 0 });
    app.decorateRequest('user', null);
    app.addHook('onRequest', async (request) => {
      const { 'x-session': session } = request.headers;
      request.user = session === undefined ? null : { id: `team-${session}` };
    });
    let isFastifys = false;
    app.register(sitegradePlugin, {
      store,
      authenticate: (request) => {
        isFastifys = request.server.server === app.server && request.ip === '127.0.0.1';
        return request.user?.id;
      },
    });
    const totalOf = async (headers: Record<string, string>) => {
      const reply = await app.inject({ url: '/api/v1/reports', headers });
      return reply.statusCode === 200 ? reply.json().meta.total : reply.statusCode;
    };
    expect(await totalOf({ 'x-session': '7' })).toBe(1);
    expect(isFastifys).toBe(true);
    expect(await totalOf({ 'x-session': '8' })).toBe(0);
    expect(await totalOf({})).toBe(401);
    await app.close();
  });

  it('is typed: the request is Fastify’s, and the result is an owner id or nothing', () => {
    type Authenticate = NonNullable<SitegradePluginOptions['authenticate']>;
    expectTypeOf<Parameters<Authenticate>>().toEqualTypeOf<[request: FastifyRequest]>();
    expectTypeOf<(request: FastifyRequest) => string>().toExtend<Authenticate>();
    expectTypeOf<() => Promise<string | null | undefined>>().toExtend<Authenticate>();
    expectTypeOf<() => undefined>().toExtend<Authenticate>();
    expectTypeOf<() => number>().not.toExtend<Authenticate>();
    expectTypeOf<() => boolean>().not.toExtend<Authenticate>();
    expectTypeOf<() => Promise<{ id: string }>>().not.toExtend<Authenticate>();
    expectTypeOf<(request: FastifyRequest & { mine: 1 }) => string>().not.toExtend<Authenticate>();
  });
});
