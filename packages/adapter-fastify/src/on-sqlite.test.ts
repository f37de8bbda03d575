import { describeAdapter } from '@sitegrade/core/testing';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { createAnswerJudge } from '../../answer-judge.ts';
import { startFastify } from './fixtures/start-fastify.ts';

describeAdapter('Fastify on SQLite', {
  judge: createAnswerJudge(),
  store: async () => {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    return store;
  },
  start: startFastify,
});
