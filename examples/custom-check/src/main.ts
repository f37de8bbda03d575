import { sitegradePlugin } from '@sitegrade/adapter-fastify';
import { createContext, issueApiKey } from '@sitegrade/core';
import { sqliteStore } from '@sitegrade/store-sqlite';
import Fastify from 'fastify';
import { ruleset } from './ruleset.ts';

const store = sqliteStore({ filename: ':memory:' });
await store.migrate();
const { key } = await issueApiKey(createContext({ store }), 'owner', { name: 'example' });

const app = Fastify();
app.register(sitegradePlugin, { store, ruleset });
app.addHook('onClose', () => store.close());

const url = await app.listen({ port: Number(process.env.PORT ?? 3000) });
console.log(`Reports at ${url}/api/v1 with ${ruleset.checks.length} checks. Key: ${key}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.close());
