import { urlEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** The page is sent over an encrypted connection. */
export const https: Check = {
  id: 'https',
  category: 'security',
  importance: 'high',
  isAboutServer: true,
  family: 'https',
  capsFamily: true,
  title: 'The page is served over HTTPS',
  advice:
    'Install a certificate (your host or Let’s Encrypt offers one for free), serve the page over https and redirect http to it.',
  why: 'Others on the network can read and change what visitors see and type, and browsers call the site “not secure”.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS',
  about: 'site',
  gate: {
    cap: 79,
    triggeredBy: 'fail',
    reason: 'The page is served over http, which browsers mark as not secure.',
    indexability: false,
  },
  run: ({ response: { finalUrl } }) =>
    finalUrl.startsWith('https:')
      ? { status: 'pass', summary: 'The connection to the page is encrypted.' }
      : {
          status: 'fail',
          summary: 'The page is served over http, without encryption.',
          evidence: [urlEvidence(finalUrl)],
        },
};
