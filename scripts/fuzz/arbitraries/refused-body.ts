import fc from 'fast-check';
import type { PlannedBody } from '../request/request-plan.ts';

type Row = readonly [
  status: 400 | 413 | 415,
  headers: Readonly<Record<string, string>>,
  body: string | Uint8Array,
];

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const limit = 64 * 1024;

/** Bodies that are refused before anybody looks for a field. */
const rows: readonly Row[] = [
  [400, json, ''],
  [400, json, '{'],
  [400, json, '{"url":"http://a.test/"'],
  [400, json, "{'url':1}"],
  [400, json, '[]'],
  [400, json, '[{"url":"http://a.test/"}]'],
  [400, json, 'null'],
  [400, json, '"url"'],
  [400, json, '1'],
  [400, json, 'url=http%3A%2F%2Fa.test%2F'],
  [400, json, '{"url":NaN}'],
  [400, json, '{"url":"\t"}'],
  [400, json, Buffer.from('{"url":"\xff"}', 'latin1')],
  [400, json, Buffer.from('\ufeff{"url":"http://a.test/"}')],
  [400, json, `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  [400, json, `{"a":${'['.repeat(30_000)}`],
  [413, json, `{"url":"${'a'.repeat(limit)}"}`],
  [413, form, `url=${'a'.repeat(limit)}`],
  [413, { 'Content-Type': 'text/plain' }, 'a'.repeat(limit + 1)],
  [415, {}, 'url=http%3A%2F%2Fa.test%2F'],
  [415, { 'Content-Type': '' }, 'url=1'],
  [415, { 'Content-Type': 'text/plain' }, 'url=1'],
  [415, { 'Content-Type': 'text/plain' }, ''],
  [415, { 'Content-Type': 'multipart/form-data; boundary=x' }, '--x--'],
  [415, { 'Content-Type': 'application/jsonp' }, '{}'],
  [415, { 'Content-Type': 'application/json, text/plain' }, '{}'],
  [415, { 'Content-Type': 'application/json; charset=latin1' }, '{}'],
  [415, { 'Content-Type': 'application/json; charset=utf-16' }, '{}'],
  [415, { 'Content-Type': 'application/problem+json' }, '{}'],
  [415, { ...json, 'Content-Encoding': 'gzip' }, '{}'],
  [415, { ...form, 'Content-Encoding': 'br, gzip' }, 'url=1'],
];

/** A body that has to be refused, with the status that it has to be refused with. */
export const refusedBody: fc.Arbitrary<PlannedBody> = fc
  .constantFrom(...rows)
  .map(([status, headers, body]) => ({
    kind: 'refused',
    status,
    headers: Object.entries(headers),
    bytes: Buffer.from(body),
  }));
