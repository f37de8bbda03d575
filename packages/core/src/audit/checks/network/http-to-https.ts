import type { Route } from '../../fetch/probes/probe-facts.ts';
import type { Check, Outcome } from '../check.ts';
import { urlEvidence } from '../evidence.ts';
import { meaningOf, notAnswered, shortUrl } from './answers.ts';

/** Whoever asks for the page over plain http ends on https, and by the first redirect. */
export const httpToHttps: Check = {
  id: 'http-to-https',
  category: 'security',
  importance: 'medium',
  title: 'Plain http leads to https',
  advice:
    'Redirect every http:// address with status 301 to the same address with https://, on the same host: http://example.com/page to https://example.com/page. Redirect to another host only after that, so that browsers learn of HSTS for both.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS',
  run: ({ response, probes: { plainHttp } }): Outcome => {
    if (plainHttp === null) {
      const why = response.finalUrl.startsWith('https:')
        ? 'The page is on a port of its own, which plain http cannot share.'
        : 'The page itself is served over plain http.';
      return { status: 'na', summary: why };
    }
    if (plainHttp.kind !== 'answered') {
      if (plainHttp.reason === 'connect_refused') {
        return { status: 'na', summary: 'Nothing answers over plain http.' };
      }
      return notAnswered('The page over plain http', plainHttp);
    }
    return new URL(plainHttp.finalUrl).protocol === 'https:'
      ? judgeFirstStep(plainHttp)
      : judgePlainAnswer(plainHttp);
  },
};

/** HSTS holds for a host only where that host itself said it over https. */
function judgeFirstStep(route: Route): Outcome {
  const value = stepsOf(route);
  const first = new URL(route.redirects[0]?.location ?? route.finalUrl);
  const asked = new URL(route.url);
  const evidence = [urlEvidence(route.url), ...value.steps.map(urlEvidence)];
  if (first.protocol !== 'https:') {
    return {
      status: 'warn',
      summary: `Plain http leads to https only by way of ${shortUrl(first.href)}, which is plain http, too.`,
      value,
      evidence,
    };
  }
  if (first.hostname !== asked.hostname) {
    return {
      status: 'warn',
      summary: `Plain http leads to https on another host first (${first.hostname}), so that HSTS cannot protect ${asked.hostname}.`,
      value,
      evidence,
    };
  }
  return { status: 'pass', summary: 'Plain http leads to https at once.', value };
}

function judgePlainAnswer(route: Route): Outcome {
  const { status } = route;
  const value = stepsOf(route);
  const evidence = [urlEvidence(route.finalUrl)];
  const meaning = meaningOf(status);
  if (meaning === 'there') {
    return {
      status: 'fail',
      summary: 'The page can be had over plain http, without being led to https.',
      value,
      evidence,
    };
  }
  if (meaning === 'gone') {
    return {
      status: 'warn',
      summary: `Plain http answers with status ${status} and does not lead to https.`,
      value,
      evidence,
    };
  }
  return { status: 'error', summary: `Plain http answered us with status ${status}.`, value };
}

function stepsOf({ status, finalUrl, redirects }: Route) {
  return {
    status,
    finalUrl: shortUrl(finalUrl),
    steps: redirects.map(({ location }) => shortUrl(location)),
  };
}
