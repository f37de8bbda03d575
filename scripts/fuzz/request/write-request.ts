import type { SentRequest } from './sent-request.ts';

/** The keys that one server gave to the caller. */
export interface Keys {
  readonly good: string;
  readonly revoked: string;
  readonly expired: string;
}

/** The host that every request names, so that two servers have the same links to give. */
export const host = 'reports.example:8080';

/** Writes a request as it goes over the wire. */
export function writeRequest(request: SentRequest, keys: Keys): Uint8Array {
  const { method, path, rawQuery, credential, headers, body } = request;
  const query = [rawQuery, ...(credential === 'in the query' ? [`api_key=${keys.good}`] : [])]
    .filter((part) => part !== '')
    .join('&');
  const target = query === '' ? path : `${path}?${query}`;
  const ownHost = headers.some(([name]) => name.toLowerCase() === 'host');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(ownHost ? [] : [`Host: ${host}`]),
    ...authorization(request, keys).map((value) => `Authorization: ${value}`),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body?.headers ?? []).map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${body.bytes.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  return body ? Buffer.concat([head, body.bytes]) : head;
}

function authorization({ credential }: SentRequest, keys: Keys): readonly string[] {
  const { good, revoked, expired } = keys;
  switch (credential) {
    case 'good':
      return [`Bearer ${good}`];
    case 'good, other case':
      return [`bEARER ${good}`];
    case 'empty':
      return [''];
    case 'other scheme':
      return [`Basic ${good}`];
    case 'mistyped':
      return [`Bearer ${good.slice(0, -1)}${good.endsWith('a') ? 'b' : 'a'}`];
    case 'revoked':
      return [`Bearer ${revoked}`];
    case 'expired':
      return [`Bearer ${expired}`];
    case 'twice':
      return [`Bearer ${good}`, `Bearer ${good}`];
    case 'two spaces':
      return [`Bearer  ${good}`];
    case 'none':
    case 'in the query':
      return [];
  }
}
