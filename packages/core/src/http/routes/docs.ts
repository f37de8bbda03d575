import { openDocumentAnswer } from '../answer/open-answer.ts';
import type { Login } from '../openapi/login.ts';
import { openApiDocument } from '../openapi/openapi-document.ts';
import { pageStyleHash } from '../reference/page-style.ts';
import { referencePage } from '../reference/reference-page.ts';
import type { OpenRoute } from '../route.ts';

/** Nothing but the page's own style sheet and its own icon; no frames, no forms, no scripts. */
const policy = [
  "default-src 'none'",
  `style-src '${pageStyleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference of the API, for people. */
export const docsRoute = (login: Login): OpenRoute => ({
  access: 'open',
  method: 'GET',
  path: '/api/v1/docs',
  operationId: 'getDocs',
  summary: 'Show the reference',
  answer: openDocumentAnswer(
    'text/html; charset=utf-8',
    (root) => referencePage(openApiDocument({ serverUrl: root, login })),
    { 'content-security-policy': policy, 'referrer-policy': 'no-referrer' },
  ),
});
