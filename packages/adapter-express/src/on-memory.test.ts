import { describeAdapter, memoryStore } from '@sitegrade/core/testing';
import { createAnswerJudge } from '../../answer-judge.ts';
import { startExpress } from './fixtures/start-express.ts';

describeAdapter('Express on memory', {
  store: async () => memoryStore(),
  start: startExpress,
  judge: createAnswerJudge(),
});
