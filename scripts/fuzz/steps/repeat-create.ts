import type { DocumentedOperation } from '../document/documented-operation.ts';
import { request } from './requests.ts';
import type { Session } from './session.ts';

/**
 * The same body with the same `Idempotency-Key` is answered with the same report; another body is a
 * 422; and what was deleted is not made again.
 */
export async function repeatCreate(
  session: Session,
  { method, template }: DocumentedOperation,
  key: string,
): Promise<void> {
  const { site } = session.twins;
  const make = (form: Readonly<Record<string, string>>, status: number) =>
    session.exchange(
      request(session, method, template, { headers: [['Idempotency-Key', key]], form }),
      [status],
    );
  const first = await make({ url: `${site.url}/` }, 201);
  const again = await make({ url: `${site.url}/`, utm_source: 'x' }, 201);
  const [location, sameLocation] = [first, again].map(({ headers }) => headers.get('location'));
  session.require(again.text === first.text, 'a repeated request is answered with another body');
  session.require(sameLocation === location, 'a repeated request has another Location');

  const other = await make({ url: `${site.url}/nowhere` }, 422);
  session.require(other.text.includes('"idempotency_mismatch"'), 'another body has another code');

  const path = new URL(location ?? '').pathname;
  await session.exchange(request(session, 'GET', path), [200]);
  await session.exchange(request(session, 'DELETE', path), [200]);
  await make({ url: `${site.url}/` }, 404);
}
