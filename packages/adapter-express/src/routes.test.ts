import { describeRoutes, jsonLogger } from '@sitegrade/adapter-suite';
import express from 'express';
import { serve } from './fixtures/serve.ts';
import { routerOf } from './sitegrade-router.ts';

describeRoutes('routes on Express', {
  start: async (endpoints, { mount, trustProxy, log }) => {
    const app = express().set('trust proxy', trustProxy);
    app.use(mount || '/', routerOf(endpoints, jsonLogger(log)));
    return serve(app);
  },
});
