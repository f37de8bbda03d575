import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { issueApiKey } from '@sitegrade/core';
import Fastify from 'fastify';
import { openContext } from './open-context.ts';

// The API, without a worker: it stores jobs, which the worker processes do.

const { PORT = '3000', HOST = '127.0.0.1' } = process.env;

const context = await openContext(10);
const app = Fastify();
app.register(sitegradePlugin, { context });
app.addHook('onClose', () => context.store.close());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.close());

const url = await app.listen({ host: HOST, port: Number(PORT) });
const { key } = await issueApiKey(context, 'owner', { name: 'example' });
console.log(`API key: ${key}`);
console.log(`The API is listening at ${url}`);
