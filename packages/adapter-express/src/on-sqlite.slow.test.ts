import { describeAdapter } from '@sitegrade/core/testing';
import { sqliteStore } from '@sitegrade/store-sqlite';
import { createAnswerJudge } from '../../answer-judge.ts';
import { startExpress } from './fixtures/start-express.ts';

describeAdapter('Express on SQLite', {
  judge: createAnswerJudge(),
  store: async () => {
    const store = sqliteStore({ filename: ':memory:' });
    await store.migrate();
    return store;
  },
  start: startExpress,
});
