import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { referencePage } from '../reference/reference-page.ts';
import { openDocumentAnswer } from './open-answer.ts';

const roots = [
  '/api/v1',
  'https://example.com/api/v1',
  'http://localhost:3000/tools/api/v1',
  'http://[::1]:3000/a%20b/api/v1',
  'http://origin.invalid/mount.invalid/api/v1',
  "https://example.com/it's/$&/<b>/api/v1",
  'https://example.com/ü&amp;/api/v1',
];

describe.each([
  ['the document', (serverUrl: string) => JSON.stringify(openApiDocument({ serverUrl }))],
  ['the page', (serverUrl: string) => referencePage(openApiDocument({ serverUrl }))],
])('%s', (_, write) => {
  it('is what would be written for each address', () => {
    const answer = openDocumentAnswer('text/plain', write);
    for (const root of [...roots, ...roots.toReversed()]) {
      expect(answer(root).body === write(root), root).toBe(true);
      expect(answer(root).headers['content-length']).toBe(
        String(Buffer.byteLength(answer(root).body)),
      );
    }
    expect(answer('http://a.test/api/v1').headers.etag).not.toBe(
      answer('http://b.test/api/v1').headers.etag,
    );
  });

  it('is written once, however many hosts are named', () => {
    let times = 0;
    const answer = openDocumentAnswer('text/plain', (root) => {
      times += 1;
      return write(root);
    });
    for (let port = 1; port <= 50; port += 1) answer(`http://host-${port}.test:${port}/api/v1`);
    expect(times).toBe(1);
  });
});
