import { setTimeout as pause } from 'node:timers/promises';
import type { DocumentedOperation } from '../document/documented-operation.ts';
import { request } from './requests.ts';
import type { Session } from './session.ts';

/**
 * While as many reports of an owner are being made as may be, one more is a 429; and the same again,
 * by its `Idempotency-Key`, a 409 until it is answered.
 */
export async function crowd(
  session: Session,
  create: DocumentedOperation,
  key: string,
): Promise<void> {
  const { site, all } = session.twins;
  const make = (path: string, headers: readonly (readonly [string, string])[] = []) =>
    request(session, create.method, create.template, { headers, form: { url: site.url + path } });
  const keyed = make('/held', [['Idempotency-Key', key]]);
  const held = session.exchangeBeside(keyed, [201]);
  try {
    while (site.heldRequests() < all.length) await Promise.race([pause(1), held]);
    await session.exchange(make('/'), [429]);
    await session.exchange(keyed, [409]);
  } finally {
    site.release();
  }
  await held;
  await session.exchange(keyed, [201]);
}
