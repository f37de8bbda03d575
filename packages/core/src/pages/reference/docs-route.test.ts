import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../http/openapi/openapi-document.ts';
import { type PagesOptions, pagesSettings } from '../../http/pages-options.ts';
import type { ApiResponse } from '../../http/response/response.ts';
import type { RouteRequest } from '../../http/route.ts';
import { pageText } from '../respond.ts';
import { docsRoute } from './docs-route.tsx';
import { ReferencePage } from './reference-page.tsx';
import { referenceStyle } from './reference-style.ts';

/** The reference at any base URL of the API. */
function docs(
  pages: boolean | PagesOptions = false,
  describeApi = (serverUrl: string) => openApiDocument({ serverUrl }),
) {
  const { respond } = docsRoute(pagesSettings(pages), describeApi);
  return (root: string) => respond({ root: () => root } as RouteRequest) as ApiResponse<string>;
}

const roots = [
  '/api/v1',
  'https://example.com/api/v1',
  'http://localhost:3000/tools/api/v1',
  'http://[::1]:3000/a%20b/api/v1',
  'http://origin.invalid/mount.invalid/api/v1',
  "https://example.com/it's/$&/<b>/api/v1",
  'https://example.com/ü&amp;/api/v1',
];

describe('the reference', () => {
  it('equals the page rendered for each base URL', () => {
    const respond = docs();
    const settings = pagesSettings(false);
    const style = referenceStyle();
    for (const root of roots) {
      const document = openApiDocument({ serverUrl: root });
      const { body, headers } = respond(root);
      expect(body === pageText(ReferencePage({ document, settings, style })), root).toBe(true);
      expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
    }
    expect(respond('http://a.test/api/v1').headers.etag).not.toBe(
      respond('http://b.test/api/v1').headers.etag,
    );
  });

  it('is rendered once for any number of hosts', () => {
    let times = 0;
    const respond = docs(false, (serverUrl) => {
      times += 1;
      return openApiDocument({ serverUrl });
    });
    for (let port = 1; port <= 50; port += 1) respond(`http://host-${port}.test:${port}/api/v1`);
    expect(times).toBe(1);
  });

  it('allows exactly its stylesheet', () => {
    for (const pages of [false, { accent: '#a11a5b' }]) {
      const { body, headers } = docs(pages)('/api/v1');
      const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
      const hash = createHash('sha256').update(style).digest('base64');
      expect(style).toContain(pages ? '--accent: #a11a5b' : '--accent: #0b5cc4');
      expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`);
    }
  });

  it('has the name, logo and footer of the pages', () => {
    const logo = 'data:image/png;base64,AAAA';
    const { body, headers } = docs({ name: 'Acme', logo, footer: 'Acme Ltd.' })('/api/v1');
    for (const part of ['· Acme</title>', `src="${logo}" alt="Acme"`, 'Acme Ltd.</footer>']) {
      expect(body).toContain(part);
    }
    expect(headers['content-security-policy']).toContain('; img-src data:;');
  });

  it.each(['logo', 'logoDark'])('loads images of its host only for a logo there: %s', (name) => {
    const { headers } = docs({ [name]: '/logo.svg' })('/api/v1');
    expect(headers['content-security-policy']).toContain("; img-src 'self' data:;");
  });
});
