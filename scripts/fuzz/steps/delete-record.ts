import type { DocumentedOperation } from '../document/documented-operation.ts';
import { pathOf, request } from './requests.ts';
import type { Session } from './session.ts';

/** What is deleted is not there any more, nor are the reports of a website; the rest stays. */
export async function deleteRecord(
  session: Session,
  operation: DocumentedOperation,
  id: number,
): Promise<void> {
  const path = pathOf(operation, id);
  const { reports } = session.world.model;
  const inside = operation.template.includes('/websites')
    ? [...reports].filter(([, { websiteId }]) => websiteId === id).map(([reportId]) => reportId)
    : [];
  await session.exchange(request(session, 'DELETE', path), [200]);
  await session.exchange(request(session, 'GET', path), [404]);
  await session.exchange(request(session, 'DELETE', path), [404]);

  const listing = operation.template.replace(/websites\/\{\w+\}/, 'reports');
  for (const reportId of inside.slice(0, 2)) {
    await session.exchange(request(session, 'GET', `${listing}/${reportId}`), [404]);
  }
  if (inside.length === 0) return;
  const rawQuery = `website_id=${id}`;
  const left = await session.exchange(request(session, 'GET', listing, { rawQuery }), [200]);
  session.require(left.text.includes('"total":0'), 'reports of a deleted website are left');
}
