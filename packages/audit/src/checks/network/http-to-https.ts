import type { Outcome } from '../../outcome.ts';
import type { ProbeRoute } from '../../probes/probe-facts.ts';
import { requestFailed, shortUrl, statusMeaning } from '../../probes/probe-verdicts.ts';
import { urlEvidence } from '../../readings/evidence.ts';
import type { Check } from '../check.ts';

/** Requests over http end at https, with the first redirect. */
export const httpToHttps: Check = {
  id: 'http-to-https',
  category: 'security',
  importance: 'medium',
  isAboutServer: true,
  family: 'https',
  title: 'http redirects to https',
  advice:
    'Redirect (301) every http:// URL to the same URL with https:// on the same host: http://example.com/page to https://example.com/page. Redirect to another host only after that, so that browsers learn HSTS for both.',
  why: 'Visitors who type the address may stay on an unencrypted page, which others on the network can read and change.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS',
  about: 'site',
  run: ({ response, probes: { plainHttp } }): Outcome => {
    if (plainHttp === null) {
      const why = response.finalUrl.startsWith('https:')
        ? 'The page uses a custom port, which http cannot share.'
        : 'The page itself is served over http.';
      return { status: 'na', summary: why };
    }
    if (plainHttp.kind !== 'response') {
      if (plainHttp.reason === 'connect_refused') {
        return { status: 'na', summary: 'The server does not respond over http.' };
      }
      return requestFailed('The page over http', plainHttp);
    }
    return new URL(plainHttp.finalUrl).protocol === 'https:'
      ? checkFirstRedirect(plainHttp)
      : checkResponseOverHttp(plainHttp);
  },
};

/** A host sets HSTS for itself only, and only over https. */
function checkFirstRedirect(route: ProbeRoute): Outcome {
  const value = stepsOf(route);
  const first = new URL(route.redirects[0]?.location ?? route.finalUrl);
  const requested = new URL(route.url);
  const evidence = [urlEvidence(route.url), ...value.steps.map(urlEvidence)];
  if (first.protocol !== 'https:') {
    return {
      status: 'warn',
      summary: `http first redirects to ${shortUrl(first.href)}, which is not https.`,
      value,
      evidence,
    };
  }
  if (first.hostname !== requested.hostname) {
    return {
      status: 'warn',
      summary: `http first redirects to another host (${first.hostname}), so HSTS cannot protect ${requested.hostname}.`,
      value,
      evidence,
    };
  }
  return { status: 'pass', summary: 'The first redirect leads to https on the same host.', value };
}

function checkResponseOverHttp(route: ProbeRoute): Outcome {
  const { status } = route;
  const value = stepsOf(route);
  const evidence = [urlEvidence(route.finalUrl)];
  const meaning = statusMeaning(status);
  if (meaning === 'available') {
    return {
      status: 'fail',
      summary: 'The page is available over http, without a redirect to https.',
      value,
      evidence,
    };
  }
  if (meaning === 'missing') {
    return {
      status: 'warn',
      summary: `http responds with status ${status} and does not redirect to https.`,
      value,
      evidence,
    };
  }
  return { status: 'error', summary: `http responded with status ${status}.`, value };
}

function stepsOf({ status, finalUrl, redirects }: ProbeRoute) {
  return {
    status,
    finalUrl: shortUrl(finalUrl),
    steps: redirects.map(({ location }) => shortUrl(location)),
  };
}
