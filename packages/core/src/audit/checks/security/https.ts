import type { Check } from '../check.ts';
import { urlEvidence } from '../evidence.ts';

/** The page comes over an encrypted connection. */
export const https: Check = {
  id: 'https',
  category: 'security',
  importance: 'high',
  title: 'The page is served over HTTPS',
  advice:
    'Get a certificate (your host or Let’s Encrypt gives one for free), serve the page over https and redirect http there.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/https-indexing',
  gate: {
    cap: 79,
    closesOn: 'fail',
    reason: 'The page is served over plain http: browsers call it not secure.',
    indexability: false,
  },
  run: ({ response: { finalUrl } }) =>
    finalUrl.startsWith('https:')
      ? { status: 'pass', summary: 'The page is served over HTTPS.' }
      : {
          status: 'fail',
          summary: 'The page is served over plain http.',
          evidence: [urlEvidence(finalUrl)],
        },
};
