import { describeAdapter, jsonLogger } from '@sitegrade/adapter-suite';
import { memoryStore } from '@sitegrade/store-memory';
import express, { Router } from 'express';
import { serve } from './fixtures/serve.ts';
import { sitegradeRouter } from './sitegrade-router.ts';

describeAdapter('Express behind body parsers, nested two deep', {
  hostParsesBodies: true,
  store: async () => memoryStore(),
  start: async (options, log) => {
    const app = express();
    app.use(express.json({ limit: '20mb' }), express.urlencoded({ extended: true, limit: '20mb' }));
    const router = sitegradeRouter({ ...options, logger: jsonLogger(log) });
    app.use(Router().use(Router().use(router)));
    return serve(app, router);
  },
});
