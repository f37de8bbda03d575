import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withBody } from '../http/response/response.ts';
import { compress } from './compress.ts';

const accepting = (...values: readonly string[]) => ({
  header: (name: string) => (name === 'accept-encoding' ? values : []),
});
const text = 'A page about bicycles. '.repeat(100);
const page = withBody(200, text, { 'content-type': 'text/html; charset=utf-8' });

describe('compress', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.5'])(
    'compresses for %s',
    async (accepted) => {
      const { headers, body } = await compress(page, accepting(accepted));
      if (typeof body === 'string') throw new Error('The body is not compressed.');
      const bytes = await buffer(body);
      expect(gunzipSync(bytes).toString()).toBe(text);
      expect(headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(bytes.length),
        vary: 'Accept-Encoding',
      });
    },
  );

  it.each(
    [[], ['identity'], ['gzip;q=0'], ['gzip; q=0.0, br'], ['x-gzip']].map((codings) => [codings]),
  )('leaves a page alone for %j', async (accepted) => {
    const { headers, body } = await compress(page, accepting(...accepted));
    expect([body, headers['content-encoding'], headers.vary]).toEqual([
      text,
      undefined,
      'Accept-Encoding',
    ]);
  });

  it('leaves short bodies alone', async () => {
    const short = withBody(200, 'short', {});
    expect(await compress(short, accepting('gzip'))).toBe(short);
  });
});
