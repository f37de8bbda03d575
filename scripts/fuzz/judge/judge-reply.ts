import type { OpenApiDocument } from '@sitegrade/core/http';
import { createAnswerJudge } from '../../../packages/answer-judge.ts';
import { createSchemaJudge, type SchemaJudge } from '../../../packages/schema-judge.ts';
import type { SentRequest } from '../request/sent-request.ts';
import type { Reply } from '../wire/parse-reply.ts';
import type { World } from '../world/world.ts';
import { type Expectation, expectationOf } from './expectation.ts';
import { frameFaults } from './frame-faults.ts';
import { readObject } from './read-object.ts';

/** Judges single answers. */
export interface ReplyJudge {
  readonly judgeSchema: SchemaJudge;
  /**
   * What is wrong with an answer, a line each. `statuses` are those that the caller knows to be the
   * only right ones; else they are foreseen.
   */
  judge(
    request: SentRequest,
    reply: Reply,
    world: World,
    statuses?: readonly number[],
  ): readonly string[];
}

/** Makes the judge of a document. */
export function createReplyJudge(document: OpenApiDocument): ReplyJudge {
  const judgeByDocument = createAnswerJudge(document);
  const judgeSchema = createSchemaJudge(document);
  return {
    judgeSchema,
    judge(request, reply, world, statuses) {
      const expected: Expectation = statuses
        ? { statuses, fields: new Map() }
        : expectationOf(request, world.model, judgeSchema);
      const faults = [...frameFaults(request, reply, world.secrets)];
      if (!expected.statuses.includes(reply.status)) {
        faults.push(`the status is ${reply.status}, not ${expected.statuses.join(' or ')}`);
      }
      if (reply.status === 422 && !statuses) faults.push(...fieldFaults(reply, expected.fields));
      return [...faults, ...documentFaults(judgeByDocument, request, reply)];
    },
  };
}

function documentFaults(
  judge: ReturnType<typeof createAnswerJudge>,
  { method, path, rawQuery, meaning }: SentRequest,
  reply: Reply,
): readonly string[] {
  try {
    judge({ method, path: `${path}?${rawQuery}`, ...reply });
  } catch (error) {
    return [error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)];
  }
  if (meaning.kind !== 'other method') return [];
  const allow = reply.headers.get('allow');
  return allow === meaning.allow.join(', ') ? [] : [`Allow is ${allow}`];
}

/** A 422 names every wrong field, and none that is right. */
function fieldFaults({ text }: Reply, fields: Expectation['fields']): readonly string[] {
  const body = readObject(text);
  if (body?.code !== 'invalid_input') return [];
  const named = Object.keys((body.errors as object | undefined) ?? {});
  const missing = [...fields].filter(([name, one]) => one === 'wrong' && !named.includes(name));
  const accused = named.filter((name) => (fields.get(name) ?? 'right') === 'right');
  return [
    ...missing.map(([name]) => `the wrong field ${name} is not named`),
    ...accused.map((name) => `the field ${name} is named though it is right`),
  ];
}
