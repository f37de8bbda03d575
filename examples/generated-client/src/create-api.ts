import createClient, { type Client } from 'openapi-fetch';
import type { components, paths } from './generated/api.ts';

/** The API of one server, with one key. */
export type Api = Client<paths, JsonOrForm>;

/** Without CSV and PDF: responses are typed as JSON, which the API sends unless another type is asked for. */
type JsonOrForm =
  | 'application/json'
  | 'application/problem+json'
  | 'application/x-www-form-urlencoded';

/** The schemas of the OpenAPI document: `Schemas['Report']`. */
export type Schemas = components['schemas'];

/**
 * Creates a client of a sitegrade server. The types of paths, parameters, bodies and responses come from
 * its `openapi.json`.
 *
 * @param baseUrl The URL of the API, with `/api/v1`: `http://127.0.0.1:3000/api/v1`.
 *
 * @example
 * ```ts
 * const api = createApi('http://127.0.0.1:3000/api/v1', key);
 * const { data, error } = await api.GET('/reports', { params: { query: { result: 'bad' } } });
 * ```
 */
export function createApi(baseUrl: string, apiKey: string): Api {
  return createClient<paths, JsonOrForm>({
    baseUrl,
    headers: { authorization: `Bearer ${apiKey}` },
  });
}
