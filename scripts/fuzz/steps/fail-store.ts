import { SitegradeError } from '@sitegrade/core';
import type { SentRequest } from '../request/sent-request.ts';
import { secretMark } from '../world/world.ts';
import type { Session } from './session.ts';

/** What stores throw, and what callers are told. */
const failures = {
  500: () => new Error(`SELECT ${secretMark} FROM reports`),
  503: () =>
    new SitegradeError('overloaded', 'The database is away.', {
      cause: new Error(`ECONNREFUSED ${secretMark}`),
    }),
} as const;

/** A store that fails is a 500 or a 503 that gives nothing away, and changes nothing. */
export async function failStore(
  session: Session,
  request: SentRequest,
  status: keyof typeof failures,
): Promise<void> {
  const { all } = session.twins;
  for (const { failure } of all) failure.error = failures[status]();
  try {
    await session.exchange(request, [status]);
  } finally {
    for (const { failure } of all) failure.error = undefined;
  }
}
