import type { Api, Schemas } from './create-api.ts';
import { problemError } from './problem-error.ts';

/**
 * Updates a website only if it has not changed since it was read. If it has, it is read again and `decide`
 * is called again, so that no concurrent change is lost.
 *
 * @param decide Returns the change, or `undefined` to change nothing.
 * @returns The website after the update.
 * @throws Error of {@link problemError}.
 *
 * @example
 * ```ts
 * // Private, unless it already has a password.
 * await updateWebsite(api, 7, ({ privacy }) => (privacy === 0 ? { privacy: 1 } : undefined));
 * ```
 */
export async function updateWebsite(
  api: Api,
  id: number,
  decide: (website: Schemas['Website']) => Schemas['WebsiteChange'] | undefined,
): Promise<Schemas['Website']> {
  for (;;) {
    const current = await api.GET('/websites/{id}', { params: { path: { id } } });
    if (current.error) throw problemError(current.error);
    const change = decide(current.data.data);
    if (change === undefined) return current.data.data;

    // Without an ETag, which a proxy may have removed, the server refuses the request.
    const etag = current.response.headers.get('etag') ?? 'none';
    const { data, error } = await api.PATCH('/websites/{id}', {
      params: { path: { id }, header: { 'If-Match': etag } },
      body: change,
    });
    if (data) return data.data;
    if (error.code !== 'precondition_failed') throw problemError(error);
  }
}
