import { PassThrough } from 'node:stream';
import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import { describeHost, type HostHarness, type SuiteOptions } from '@sitegrade/adapter-suite';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { sitegradePlugin } from './sitegrade-plugin.ts';

/** A host: how it is created, and where sitegrade is registered. */
interface Host extends Omit<HostHarness, 'start'> {
  readonly options?: FastifyServerOptions;
  /** Sets up the host. `mount` registers sitegrade, or does nothing. */
  readonly build: (app: FastifyInstance, mount: Mount) => void;
}

/** Registers sitegrade in a scope of the host. */
type Mount = (scope: FastifyInstance, prefix?: string) => void;

function addRoutes(app: FastifyInstance): void {
  app.get('/hello', async (request) => ({ hello: request.query }));
  app.post('/echo', async (request) => ({ got: request.body ?? null }));
  app.get('/throws', async () => {
    throw new Error('of the host');
  });
}

function addErrorResponses(app: FastifyInstance): void {
  app.setErrorHandler((error: Error & { statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send(`host: ${error.message}`),
  );
  app.setNotFoundHandler({ preHandler: async () => {} }, (request, reply) =>
    reply.code(404).send(`host: no ${request.method} ${request.url}`),
  );
}

const hosts: Record<string, Host> = {
  'with routes before and after': {
    build: (app, mount) => {
      app.get('/before', () => 'before');
      mount(app);
      addRoutes(app);
    },
  },
  'under a prefix': {
    mount: '/tools/seo',
    build: (app, mount) => {
      addRoutes(app);
      mount(app, '/tools/seo');
    },
  },
  'inside another plugin, with a prefix and a parameter each': {
    mount: '/teams/a%20b/seo',
    build: (app, mount) => {
      addRoutes(app);
      app.register(
        async (scope) => {
          addErrorResponses(scope);
          scope.get('/hello', () => 'team');
          mount(scope, '/seo');
        },
        { prefix: '/teams/:team' },
      );
    },
  },
  'with its own error and not-found handlers': {
    build: (app, mount) => {
      addErrorResponses(app);
      mount(app);
      addRoutes(app);
    },
  },
  'with its own parsers': {
    options: { bodyLimit: 100 },
    build: (app, mount) => {
      app.removeContentTypeParser('application/json');
      const parse = (kind: string) => (_request: unknown, text: string | Buffer, done: Done) =>
        done(null, { [kind]: text.toString() });
      type Done = (error: Error | null, body?: unknown) => void;
      app.addContentTypeParser(
        'application/json',
        { parseAs: 'string', bodyLimit: 70_000 },
        parse('json'),
      );
      app.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'buffer' },
        parse('form'),
      );
      app.addContentTypeParser(/^multipart\//, (_request, payload, done) => {
        payload.resume().once('end', () => done(null, 'multipart'));
      });
      mount(app);
      app.addContentTypeParser('*', { parseAs: 'string' }, parse('any'));
      addRoutes(app);
    },
  },
  'with hooks of every kind': {
    adds: ['x-host'],
    build: (app, mount) => {
      app.decorateRequest('seen', 0);
      app.addHook('onRequest', async () => {});
      // Like a host that decompresses bodies.
      app.addHook('preParsing', async (_request, _reply, payload) =>
        payload.pipe(new PassThrough()),
      );
      app.addHook('preValidation', (_request, _reply, done) => done());
      app.addHook('preHandler', async () => {});
      app.addHook('preSerialization', async (_request, _reply, payload) => ({ wrapped: payload }));
      app.addHook('onSend', async (_request, reply) => void reply.header('x-host', '1'));
      app.addHook('onResponse', async () => {});
      app.addHook('onError', async () => {});
      mount(app);
      addRoutes(app);
    },
  },
  'with its own validator, serializers and schemas': {
    options: { ajv: { customOptions: { coerceTypes: 'array', removeAdditional: 'all' } } },
    build: (app, mount) => {
      app.setValidatorCompiler(() => () => ({ error: new Error('never valid') }));
      app.setSerializerCompiler(() => () => '"never this"');
      app.setReplySerializer((payload) => JSON.stringify({ host: payload }));
      app.setSchemaErrorFormatter(() => new Error('of the host'));
      mount(app);
      addRoutes(app);
      app.get('/checked', { schema: { querystring: { type: 'object' } } }, () => 'never');
    },
  },
  'with a lax router': {
    options: {
      exposeHeadRoutes: false,
      routerOptions: {
        ignoreTrailingSlash: true,
        ignoreDuplicateSlashes: true,
        caseSensitive: false,
      },
    },
    build: (app, mount) => {
      mount(app);
      addRoutes(app);
    },
  },
  'that rewrites URLs': {
    mount: '/behind/proxy',
    options: { rewriteUrl: (request) => (request.url ?? '/').replace(/^\/behind\/proxy/, '') },
    build: (app, mount) => {
      mount(app);
      addRoutes(app);
    },
  },
  'with @fastify/rate-limit and @fastify/cors before': {
    handlesOptions: true,
    adds: [
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
      'vary',
      'access-control-allow-origin',
    ],
    build: (app, mount) => {
      app.register(rateLimit, { max: 10_000 });
      app.register(cors, { origin: ['https://a.test'] });
      mount(app);
      app.register(async (scope) => addRoutes(scope));
    },
  },
  'with @fastify/rate-limit and @fastify/cors after': {
    handlesOptions: true,
    adds: ['vary', 'access-control-allow-origin'],
    build: (app, mount) => {
      mount(app);
      app.register(rateLimit, { max: 10_000 });
      app.register(cors, { origin: ['https://a.test'] });
      app.register(async (scope) => addRoutes(scope));
    },
  },
};

for (const [name, { options = {}, build, ...shows }] of Object.entries(hosts)) {
  describeHost(`a Fastify host ${name}`, {
    ...shows,
    start: async (api: SuiteOptions | undefined) => {
      const app = Fastify({ ...options, pluginTimeout: 0 });
      build(app, (scope, prefix = '') => {
        if (api) scope.register(sitegradePlugin, { ...api, prefix });
      });
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      return { url, close: () => app.close() };
    },
  });
}
