import { request } from './requests.ts';
import type { Session } from './session.ts';

/** What was shown with a tag is a 304 with it, in every form that the header may have; else a 200. */
export async function revalidate(session: Session, path: string): Promise<void> {
  const show = (ifNoneMatch: string, status: number) =>
    session.exchange(request(session, 'GET', path, { headers: [['If-None-Match', ifNoneMatch]] }), [
      status,
    ]);
  const shown = await session.exchange(request(session, 'GET', path), [200]);
  const etag = shown.headers.get('etag') ?? '';
  // The tag of a report that was made here follows from how long its page took on each server.
  if (session.world.seen.etags.includes(etag)) {
    for (const value of [etag, `W/${etag}`, `"x", ${etag}`]) await show(value, 304);
  }
  await show('*', 304);
  await show('"x"', 200);
}
