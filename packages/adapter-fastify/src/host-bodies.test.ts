import { PassThrough } from 'node:stream';
import { describeHostBodies } from '@sitegrade/adapter-suite';
import Fastify, { type FastifyInstance } from 'fastify';
import { sitegradePlugin } from './sitegrade-plugin.ts';

const hosts: Record<string, (app: FastifyInstance) => void> = {
  'no parser': () => {},
  'parsers of its own': (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
  },
  'a hook that replaces the stream': (app) => {
    app.addHook('preParsing', async (_request, _reply, payload) => payload.pipe(new PassThrough()));
  },
};

for (const [name, setUp] of Object.entries(hosts)) {
  describeHostBodies(`a Fastify host with ${name}`, {
    start: async (options, log) => {
      const write = (line: string) => {
        // Fastify logs its own lines, too.
        if (line.includes('"msg":"sitegrade: ')) log(line);
      };
      const app = Fastify({ pluginTimeout: 0, bodyLimit: 10, logger: { stream: { write } } });
      setUp(app);
      app.register(sitegradePlugin, options);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      return { url, close: () => app.close() };
    },
  });
}
