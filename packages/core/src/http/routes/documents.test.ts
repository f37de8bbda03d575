import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { publicDocument } from './documents.ts';

const roots = [
  '/api/v1',
  'https://example.com/api/v1',
  'http://localhost:3000/tools/api/v1',
  'http://[::1]:3000/a%20b/api/v1',
  'http://origin.invalid/mount.invalid/api/v1',
  "https://example.com/it's/$&/<b>/api/v1",
  'https://example.com/ü&amp;/api/v1',
];

const write = (serverUrl: string) => JSON.stringify(openApiDocument({ serverUrl }));

describe('the document', () => {
  it('equals the document rendered for each base URL', () => {
    const response = publicDocument('text/plain', write);
    for (const root of [...roots, ...roots.toReversed()]) {
      expect(response(root).body === write(root), root).toBe(true);
      expect(response(root).headers['content-length']).toBe(
        String(Buffer.byteLength(response(root).body)),
      );
    }
    expect(response('http://a.test/api/v1').headers.etag).not.toBe(
      response('http://b.test/api/v1').headers.etag,
    );
  });

  it('is rendered once for any number of hosts', () => {
    let times = 0;
    const response = publicDocument('text/plain', (root) => {
      times += 1;
      return write(root);
    });
    for (let port = 1; port <= 50; port += 1) response(`http://host-${port}.test:${port}/api/v1`);
    expect(times).toBe(1);
  });
});
