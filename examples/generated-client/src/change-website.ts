import type { Api, Schemas } from './create-api.ts';
import { problemError } from './problem-error.ts';

/**
 * Changes a website as it was seen. Where somebody else changed it meanwhile, it is read and `decide`
 * is asked again: nobody's change is lost.
 *
 * @param decide What to change of the website; nothing is sent where it says `undefined`.
 * @returns The website as it is afterwards.
 * @throws Error of {@link problemError}.
 *
 * @example
 * ```ts
 * // Private, unless it has a password already.
 * await changeWebsite(api, 7, ({ privacy }) => (privacy === 0 ? { privacy: 1 } : undefined));
 * ```
 */
export async function changeWebsite(
  api: Api,
  id: number,
  decide: (website: Schemas['Website']) => Schemas['WebsiteChange'] | undefined,
): Promise<Schemas['Website']> {
  for (;;) {
    const seen = await api.GET('/websites/{id}', { params: { path: { id } } });
    if (seen.error) throw problemError(seen.error);
    const change = decide(seen.data.data);
    if (change === undefined) return seen.data.data;

    // Without a tag, which a proxy may have dropped, the server refuses rather than overwrite.
    const etag = seen.response.headers.get('etag') ?? 'none';
    const { data, error } = await api.PATCH('/websites/{id}', {
      params: { path: { id }, header: { 'If-Match': etag } },
      body: change,
    });
    if (data) return data.data;
    if (error.code !== 'precondition_failed') throw problemError(error);
  }
}
