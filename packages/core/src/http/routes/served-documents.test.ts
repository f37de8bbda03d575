import { createClient } from '@sitegrade/adapter-suite/api-client';
import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../index.ts';

const allow = 'GET, HEAD, OPTIONS';
const documentPath = '/api/v1/openapi.json';
const docsPath = '/api/v1/docs';

// The OpenAPI document and the reference, which need no key.

describe('documents of the API', () => {
  const api = useApi(() => ({ docs: true }));

  it('GET /openapi.json is the document with the requested URL as server', async () => {
    const { status, headers, body } = await createClient(api()).get(documentPath);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(body).toEqual(openApiDocument({ serverUrl: `${api().url}/api/v1` }));
  });

  it('GET /openapi.json uses the host of each request', async () => {
    for (const host of ['one.example', 'two.example:8080', 'one.example']) {
      const { text } = await createClient(api()).get(`http://${host}${documentPath}`);
      expect(text).toContain(`"servers":[{"url":"http://${host}/api/v1"`);
    }
  });

  it('GET /docs is a page without external resources', async () => {
    const { status, headers, text } = await createClient(api()).get(docsPath);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).toContain(`curl '${api().url}/api/v1/reports'`);
  });

  it.each([documentPath, docsPath])('%s needs no key, right or wrong', async (path) => {
    expect((await createClient(api(), 'wrong').get(path)).status).toBe(200);
  });

  it.each([documentPath, docsPath])('%s has an ETag, and supports 304 and HEAD', async (path) => {
    const anyone = createClient(api());
    const { headers, text } = await anyone.get(path);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    const same = await anyone.get(path, { 'if-none-match': etag });
    expect([same.status, same.text, same.headers.get('etag')]).toEqual([304, '', etag]);
    expect((await anyone.get(path, { 'if-none-match': '"x"' })).text).toBe(text);
    const head = await anyone.send('HEAD', path);
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'content-length', 'etag', 'content-security-policy']) {
      expect([name, head.headers.get(name)]).toEqual([name, headers.get(name)]);
    }
  });

  it.each([documentPath, docsPath])('%s only supports reading', async (path) => {
    const anyone = createClient(api());
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const { status, headers, body } = await anyone.send(method, path);
      expect([status, body.code]).toEqual([405, 'method_not_allowed']);
      expect(headers.get('allow')).toBe(allow);
    }
    const options = await anyone.send('OPTIONS', path);
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
  });
});

describe('documents of the API by default', () => {
  const api = useApi(() => ({ publicUrl: 'https://example.com/seo/' }));

  it('are the document with the public URL', async () => {
    const { text } = await createClient(api()).get(`http://evil.test${documentPath}`);
    expect(text).toContain('"servers":[{"url":"https://example.com/seo/api/v1"');
    expect(text).not.toContain('evil');
  });

  it('have no reference: its path belongs to the host', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const reply = await createClient(api()).send(method, docsPath);
      expect([method, reply.status, reply.headers.get('etag')]).toEqual([method, 404, null]);
      expect(reply.text).not.toContain('problem');
    }
  });
});
