import { describeAdapter, memoryStore } from '@sitegrade/core/testing';
import { createAnswerJudge } from '../../answer-judge.ts';
import { startFastify } from './fixtures/start-fastify.ts';

describeAdapter('Fastify on memory', {
  store: async () => memoryStore(),
  start: startFastify,
  judge: createAnswerJudge(),
});
