import { type Answer, jsonAnswer } from './answer.ts';
import { etagOf } from './etag.ts';

/** One record, with a strong entity tag. */
export function itemAnswer(record: unknown): Answer {
  const answer = jsonAnswer(200, { data: record, status: 200 });
  return { ...answer, headers: { ...answer.headers, etag: etagOf(answer.body) } };
}

/** A record that has come into being, and where it is. */
export function createdAnswer(record: unknown, location: string): Answer {
  return jsonAnswer(201, { data: record, status: 201 }, { location });
}

/** A record that is no more. */
export function deletedAnswer(object: 'report' | 'website', id: number): Answer {
  return jsonAnswer(200, { id, object, deleted: true, status: 200 });
}
