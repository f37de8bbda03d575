import { describeHostBodies, jsonLogger } from '@sitegrade/adapter-suite';
import express, { type RequestHandler, Router } from 'express';
import { serve } from './fixtures/serve.ts';
import { sitegradeRouter } from './sitegrade-router.ts';

const limit = '20mb';
const anything = { limit, type: () => true };
const parsers: Record<string, readonly RequestHandler[]> = {
  'parsers of JSON and extended forms': [
    express.json({ limit, strict: false }),
    express.urlencoded({ extended: true, limit }),
  ],
  'parsers of JSON and simple forms': [
    express.json({ limit, strict: false }),
    express.urlencoded({ extended: false, limit }),
  ],
  'a parser of bytes': [express.raw(anything)],
  'a parser of strings': [express.text(anything)],
  'no parser': [],
};

for (const [name, handlers] of Object.entries(parsers)) {
  describeHostBodies(`an Express host with ${name}`, {
    start: async (options, log) => {
      const router = sitegradeRouter({ ...options, logger: jsonLogger(log) });
      const app = express().use(...handlers, Router().use(Router().use(router)));
      return serve(app, router);
    },
  });
}
