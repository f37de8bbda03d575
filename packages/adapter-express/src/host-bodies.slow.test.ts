import { parse } from 'node:querystring';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import {
  describeHostBodies,
  describeLostBodies,
  jsonLogger,
  type SuiteOptions,
} from '@sitegrade/adapter-suite';
import express, { type RequestHandler, Router } from 'express';
import { serve } from './fixtures/serve.ts';
import { sitegradeRouter } from './sitegrade-router.ts';

const listen: RequestHandler = (request, _response, next) => {
  request.on('data', () => {});
  next();
};
const setBody: RequestHandler = (request, _response, next) => {
  request.body ??= {};
  next();
};
/** Time in which all that has arrived is read, if someone reads it. */
const waitForData: RequestHandler = async (_request, _response, next) => {
  for (let count = 0; count < 20; count += 1) await setImmediate();
  next();
};

const parseBody: RequestHandler = async (request, _response, next) => {
  const sent = await text(request);
  try {
    request.body = {};
    if (sent !== '') request.body = request.is('json') ? JSON.parse(sent) : { ...parse(sent) };
    next();
  } catch (error) {
    next(error);
  }
};

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
  'its own parser': [parseBody],
  'no parser': [],
  'a listener': [listen],
  'middleware that has read it and keeps its bytes': [
    express.json({ limit, type: () => false }),
    async (request, _response, next) => {
      Object.assign(request, { rawBody: await buffer(request) });
      next();
    },
  ],
};

const lossy: Record<string, readonly RequestHandler[]> = {
  'a listener and slow middleware': [listen, waitForData],
  // Parsers of Express 4 leave an empty object.
  'a parser of another type, a listener and slow middleware': [
    express.json({ type: () => false }),
    listen,
    waitForData,
  ],
  'middleware that always sets a body, a listener and slow middleware': [
    setBody,
    listen,
    waitForData,
  ],
};

const start =
  (handlers: readonly RequestHandler[]) =>
  async (options: SuiteOptions, log: (line: string) => void) => {
    const router = sitegradeRouter({ ...options, logger: jsonLogger(log) });
    const app = express().use(...handlers, Router().use(Router().use(router)));
    return serve(app, router);
  };

for (const [name, handlers] of Object.entries(parsers)) {
  describeHostBodies(`an Express host with ${name}`, { start: start(handlers) });
}

for (const [name, handlers] of Object.entries(lossy)) {
  describeLostBodies(`an Express host with ${name}`, { start: start(handlers) });
}
