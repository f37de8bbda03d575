import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/api.ts';

/** The API of one server, with one key. */
export type Api = Client<paths>;

/** The types that the server's document names: `Schemas['Report']`. */
export type Schemas = components['schemas'];

/**
 * A client of a sitegrade server. Paths, parameters, bodies and answers are typed by the server's own
 * `openapi.json`.
 *
 * @param baseUrl Where the API is, with `/api/v1`: `http://127.0.0.1:3000/api/v1`.
 *
 * @example
 * ```ts
 * const api = createApi('http://127.0.0.1:3000/api/v1', key);
 * const { data, error } = await api.GET('/reports', { params: { query: { result: 'bad' } } });
 * ```
 */
export function createApi(baseUrl: string, apiKey: string): Api {
  return createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${apiKey}` } });
}
