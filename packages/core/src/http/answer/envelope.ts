import { type Answer, jsonAnswer } from './answer.ts';
import { etagOf } from './etag.ts';

/** One record, with a strong entity tag. */
export function itemAnswer(record: unknown): Answer {
  const answer = jsonAnswer(200, itemBody(record));
  return { ...answer, headers: { ...answer.headers, etag: etagOf(answer.body) } };
}

/** The entity tag that the record is shown with. */
export function itemEtag(record: unknown): string {
  return etagOf(JSON.stringify(itemBody(record)));
}

function itemBody(record: unknown) {
  return { data: record, status: 200 };
}

/** A record that has come into being, and where it is. */
export function createdAnswer(record: unknown, location: string): Answer {
  return jsonAnswer(201, { data: record, status: 201 }, { location });
}

/** A record that is no more. */
export function deletedAnswer(object: 'report' | 'website', id: number): Answer {
  return jsonAnswer(200, { id, object, deleted: true, status: 200 });
}
