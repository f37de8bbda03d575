import { describeHost, type HostHarness, type SuiteOptions } from '@sitegrade/adapter-suite';
import cors from 'cors';
import express, {
  type Express,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  Router,
} from 'express';
import rateLimit from 'express-rate-limit';
import helmet from 'helmet';
import { afterAll, beforeAll } from 'vitest';
import { serve } from './fixtures/serve.ts';
import { sitegradeRouter } from './sitegrade-router.ts';

/** A host: its middleware in order. `sitegrade` is the router, or middleware that only calls `next`. */
interface Host extends Omit<HostHarness, 'start'> {
  readonly build: (app: Express, sitegrade: RequestHandler) => void;
}

function addRoutes(app: Express): void {
  app.get('/hello', (request, response) => void response.json({ hello: request.query }));
  app.post('/echo', (request, response) => void response.json({ got: request.body ?? null }));
  app.get('/throws', () => {
    throw new Error('of the host');
  });
}

function addErrorResponses(app: Express): void {
  app.use((request, response) => void response.status(404).send(`host: no ${request.url}`));
  app.use((error: Error, _request: Request, response: Response, _next: NextFunction) => {
    const { status = 500 } = error as { status?: number };
    response.status(status).send(`host: ${error.message}`);
  });
}

const parsers = [express.json(), express.urlencoded({ extended: false })];
const anything = { type: () => true };
const helmetAdds = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'strict-transport-security',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

const hosts: Record<string, Host> = {
  'with routes before and after': {
    build: (app, sitegrade) => {
      app.get('/before', (_request, response) => void response.send('before'));
      app.use(sitegrade);
      addRoutes(app);
    },
  },
  'under a path': {
    mount: '/tools/seo',
    build: (app, sitegrade) => {
      addRoutes(app);
      app.use('/tools/seo', sitegrade);
    },
  },
  'nested two deep, under a parameter': {
    mount: '/teams/a%20b/seo',
    build: (app, sitegrade) => {
      addRoutes(app);
      const inner = Router({ mergeParams: true }).use('/seo', sitegrade);
      app.use('/teams/:team', Router({ strict: true }).use(inner));
    },
  },
  'with body parsers before': {
    parsesBodies: true,
    build: (app, sitegrade) => {
      app.use(...parsers, sitegrade);
      addRoutes(app);
    },
  },
  'with body parsers after': {
    build: (app, sitegrade) => {
      app.use(sitegrade, ...parsers);
      addRoutes(app);
    },
  },
  'with raw bodies before': {
    parsesBodies: true,
    build: (app, sitegrade) => {
      app.use(express.raw({ ...anything, limit: '50kb' }), sitegrade);
      addRoutes(app);
    },
  },
  'with bodies as strings before': {
    parsesBodies: true,
    build: (app, sitegrade) => {
      app.use(express.text({ ...anything, limit: '50kb' }), sitegrade);
      addRoutes(app);
    },
  },
  'with its own error handler and 404': {
    build: (app, sitegrade) => {
      app.use(sitegrade, ...parsers);
      addRoutes(app);
      addErrorResponses(app);
    },
  },
  'with express-rate-limit, helmet and cors before': {
    handlesOptions: true,
    adds: [...helmetAdds, 'ratelimit', 'ratelimit-policy', 'access-control-allow-origin', 'vary'],
    build: (app, sitegrade) => {
      app.use(
        rateLimit({ limit: 10_000, standardHeaders: 'draft-8', legacyHeaders: false }),
        helmet(),
        cors({ origin: 'https://a.test' }),
        sitegrade,
      );
      addRoutes(app);
    },
  },
  'with express-rate-limit, helmet and cors after': {
    build: (app, sitegrade) => {
      app.use(sitegrade, rateLimit({ limit: 10_000 }), helmet(), cors());
      addRoutes(app);
    },
  },
  'with another query parser, strong entity tags and a strict router': {
    build: (app, sitegrade) => {
      app.set('query parser', 'extended').set('etag', 'strong');
      app.enable('strict routing').enable('case sensitive routing');
      app.use(sitegrade);
      addRoutes(app);
    },
  },
  'without a query parser and entity tags, with other JSON settings': {
    build: (app, sitegrade) => {
      app.set('query parser', false).set('etag', false).set('json spaces', 2);
      app.set('json escape', true).disable('x-powered-by');
      app.use(sitegrade);
      addRoutes(app);
    },
  },
};

// Express sends the stack of an error, which contains the layers that the request passed through.
const { stackTraceLimit } = Error;
beforeAll(() => {
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

for (const [name, { build, ...shows }] of Object.entries(hosts)) {
  describeHost(`an Express host ${name}`, {
    ...shows,
    start: async (api: SuiteOptions | undefined) => {
      // Errors of the host go to the client, not to the terminal.
      const app = express().set('env', 'test');
      const router = api && sitegradeRouter({ ...api, logger: { info() {}, error() {} } });
      build(app, router ?? ((_request, _response, next) => next()));
      return serve(app, router);
    },
  });
}
