import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import {
  describeHostBodies,
  describeLostBodies,
  type SuiteOptions,
} from '@sitegrade/adapter-suite';
import Fastify, { type FastifyInstance } from 'fastify';
import { sitegradePlugin } from './sitegrade-plugin.ts';

type Host = (app: FastifyInstance) => void;

/** Time in which all that has arrived is read, if someone reads it. */
const waitForData = async () => {
  for (let count = 0; count < 20; count += 1) await setImmediate();
};

const addSlowHooks: Host = (app) => {
  app.addHook('preValidation', waitForData);
  app.addHook('preHandler', waitForData);
};

const hosts: Record<string, Host> = {
  'no parser': () => {},
  'its own parsers': (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
  },
  'a hook that replaces the stream': (app) => {
    app.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(new PassThrough()));
  },
  // As fastify-raw-body does, with the body limit of the route.
  'a hook that reads along up to its limit, and slow hooks': (app) => {
    app.addHook('preParsing', (request, _reply, payload, done) => {
      let length = 0;
      payload.on('data', function keep(chunk: Buffer) {
        length += chunk.length;
        if (length <= request.routeOptions.bodyLimit) return;
        payload.off('data', keep);
        payload.pause();
      });
      done(null, payload);
    });
    addSlowHooks(app);
  },
  'a hook that reads it whenever it can': (app) => {
    app.addHook('preParsing', (_request, _reply, payload, done) => {
      payload.on('readable', () => {
        while (payload.read() !== null);
      });
      done(null, payload);
    });
    addSlowHooks(app);
  },
  'a hook that has read it and keeps its bytes': (app) => {
    app.addHook('preParsing', async (request, _reply, payload) => {
      Object.assign(request, { rawBody: await buffer(payload) });
      return payload;
    });
  },
};

const lossyHosts: Record<string, Host> = {
  'a hook that has read it': (app) => {
    app.addHook('preParsing', async (_request, _reply, payload) => {
      await buffer(payload);
      return payload;
    });
  },
  'a hook that listens too early': (app) => {
    app.addHook('onRequest', async ({ raw }) => {
      raw.on('data', () => {});
      await waitForData();
    });
  },
  'a hook that has read a part of it': (app) => {
    app.addHook('onRequest', async ({ raw }) => {
      await Promise.race([once(raw, 'readable'), waitForData()]);
      raw.read(1);
    });
  },
  'a late hook that discards it': (app) => {
    app.addHook('preHandler', async ({ raw }) => {
      raw.resume();
      await waitForData();
    });
  },
};

const start = (setUp: Host) => async (options: SuiteOptions, log: (line: string) => void) => {
  const write = (line: string) => {
    // Fastify logs its own lines, too.
    if (line.includes('"msg":"sitegrade: ')) log(line);
  };
  const app = Fastify({ pluginTimeout: 0, bodyLimit: 10, logger: { stream: { write } } });
  setUp(app);
  app.register(sitegradePlugin, options);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url, close: () => app.close() };
};

for (const [name, setUp] of Object.entries(hosts)) {
  describeHostBodies(`a Fastify host with ${name}`, { start: start(setUp) });
}

for (const [name, setUp] of Object.entries(lossyHosts)) {
  describeLostBodies(`a Fastify host with ${name}`, { start: start(setUp) });
}
