import type { DocumentedOperation } from '../document/documented-operation.ts';
import { pathOf, request } from './requests.ts';
import type { Session } from './session.ts';

/**
 * An update answers with what is shown from then on, and with its tag; where the operation knows
 * `If-Match`, a second update goes by that tag, and no third by the first.
 */
export async function updateWebsite(
  session: Session,
  operation: DocumentedOperation,
  id: number,
  privacy: '0' | '1',
): Promise<void> {
  const path = pathOf(operation, id);
  const update = (headers: readonly (readonly [string, string])[], status: number) =>
    session.exchange(request(session, operation.method, path, { headers, form: { privacy } }), [
      status,
    ]);
  const updated = await update([], 200);
  const etag = updated.headers.get('etag') ?? '';
  const shown = await session.exchange(request(session, 'GET', path), [200]);
  session.require(shown.text === updated.text, 'what is shown is not what the update answered');
  session.require(shown.headers.get('etag') === etag, 'the tag is not that of the update');

  if (!operation.parameters.some(({ name }) => name === 'If-Match')) return;
  const again = await update([['If-Match', etag]], 200);
  session.require(again.headers.get('etag') !== etag, 'an update leaves the tag as it was');
  await update([['If-Match', etag]], 412);
  await update([['If-Match', '*']], 200);
}
