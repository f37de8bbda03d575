import { createHash } from 'node:crypto';
import type { PagesSettings } from '../../http/pages-options.ts';
import type { PublicRoute } from '../../http/route.ts';
import { type DescribeApi, publicDocument } from '../../http/routes/documents.ts';
import { pageText } from '../respond.ts';
import { ReferencePage } from './reference-page.tsx';
import { referenceStyle } from './reference-style.ts';

/** The API reference, which needs no key. */
export function docsRoute(settings: PagesSettings, describeApi: DescribeApi): PublicRoute {
  const style = referenceStyle(settings.accent);
  const page = publicDocument(
    'text/html; charset=utf-8',
    (root) =>
      pageText(<ReferencePage document={describeApi(root)} settings={settings} style={style} />),
    { 'content-security-policy': policyOf(style, settings), 'referrer-policy': 'no-referrer' },
  );
  return {
    access: 'public',
    method: 'GET',
    path: '/api/v1/docs',
    operationId: 'getDocs',
    summary: 'Show the reference',
    respond: ({ root }) => page(root()),
  };
}

/** Allows only the page's own stylesheet, its icon and the logos: no frames, forms or scripts. */
function policyOf(style: string, { logo, logoDark }: PagesSettings): string {
  const hash = createHash('sha256').update(style).digest('base64');
  const isOnHost = [logo, logoDark].some((url) => url?.startsWith('/'));
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    isOnHost ? "img-src 'self' data:" : 'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
