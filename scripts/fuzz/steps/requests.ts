import type { DocumentedOperation } from '../document/documented-operation.ts';
import { matchTarget } from '../document/match-target.ts';
import type { SentRequest } from '../request/sent-request.ts';
import type { Session } from './session.ts';

/** What {@link request} may be told besides method and path. */
export interface RequestParts {
  /** As written, without the question mark. */
  readonly rawQuery?: string;
  readonly headers?: SentRequest['headers'];
  /** Fields of a form. */
  readonly form?: Readonly<Record<string, string>>;
}

/** A plain request, as any client would send it. */
export function request(
  { operations }: Session,
  method: string,
  path: string,
  { rawQuery = '', headers = [], form }: RequestParts = {},
): SentRequest {
  return {
    method,
    path,
    meaning: matchTarget(operations, method, path),
    query: [...new URLSearchParams(rawQuery)].map(([name, value]) => ({ name, value })),
    rawQuery,
    headers,
    credential: 'good',
    body: form && {
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      bytes: Buffer.from(new URLSearchParams(form).toString()),
      form: true,
      refused: undefined,
      fields: Object.entries(form).map(([name, value]) => ({ name, value })),
    },
  };
}

/** The request that a link of a listing stands for. */
export function requestOfLink(session: Session, link: string): SentRequest {
  const [, path = '', rawQuery = ''] = /^https?:\/\/[^/]+([^?]*)\??(.*)$/.exec(link) ?? [];
  return request(session, 'GET', path, { rawQuery });
}

/** The path of the operations on one record. */
export function pathOf({ template }: DocumentedOperation, id: number): string {
  return template.replace(/\{\w+\}/, String(id));
}
