import type { Outcome } from '../../../outcome.ts';
import { shortUrl } from '../../../probes/probe-verdicts.ts';
import { urlEvidence } from '../../../readings/evidence.ts';
import { tooManyRequests } from '../../../readings/response-status.ts';
import { type ServedPage, servedPageOf } from '../../../readings/served-page.ts';
import type { Check } from '../../check.ts';

/**
 * The server sent the page, and not a refusal, a login or a placeholder. Otherwise no check of the page applies.
 *
 * @remarks What counts as a refusal, a login or a placeholder is ours.
 */
export const pageServed: Check = {
  id: 'page-served',
  category: 'seo',
  importance: 'high',
  title: 'The server shows the page to this report',
  advice:
    'Let the user agent of this report pass in the settings of the firewall or bot protection, then create the report again. Check that it lets search engines pass, too.',
  why: 'What a server refuses to show cannot be checked: the report is then about a refusal or a login instead of the page.',
  source: 'https://developers.google.com/crawling/docs/troubleshooting/http-status-codes',
  about: 'response',
  gate: {
    cap: 49,
    triggeredBy: 'fail',
    reason: 'We did not see the page.',
    indexability: false,
    partial: true,
  },
  run: (facts): Outcome => {
    const { status, finalUrl } = facts.response;
    const served = servedPageOf(facts);
    const value = { served: served.kind, by: served.by, status };
    if (served.kind === 'page') {
      const summary = 'The response is not a refusal, a login, a consent page or a placeholder.';
      return { status: 'pass', summary, value };
    }
    const { summary, advice } = texts[served.kind](served, facts.response);
    return {
      status: 'fail',
      summary,
      value,
      evidence: served.evidence.length > 0 ? served.evidence : [urlEvidence(finalUrl)],
      ...(advice !== undefined && { advice }),
    };
  },
};

interface Texts {
  readonly summary: string;
  /** Only if the advice of the check does not fit. */
  readonly advice?: string;
}

interface Response {
  readonly url: string;
  readonly status: number;
  readonly finalUrl: string;
}

const texts: Readonly<
  Record<Exclude<ServedPage['kind'], 'page'>, (served: ServedPage, response: Response) => Texts>
> = {
  nothing: (_served, { status }) => ({
    summary: `The server sent no page: HTTP ${status}, ${nothingTexts[status]}.`,
    advice:
      'Configure the server, or the cache in front of it, to respond to this URL with status 200 and the page itself.',
  }),
  refusal: ({ by }, { status }) => {
    if (by !== null) {
      return {
        summary: `The server refused us: HTTP ${status}, a challenge or block by ${by}.`,
        advice: `Let the user agent of this report pass in the bot protection of ${by}, then create the report again. Check that it lets search engines pass, too.`,
      };
    }
    const fitting = refusalTexts[status];
    if (fitting !== undefined) return fitting;
    return status < 400
      ? { summary: 'The server sent a page that asks visitors to prove that they are people.' }
      : { summary: `The server refused us: HTTP ${status}.` };
  },
  consent: (_served, { url, finalUrl }) => ({
    summary:
      url === finalUrl
        ? 'The server sent a page that only asks for consent.'
        : `The URL redirects to a page that asks for consent: ${shortUrl(finalUrl)}.`,
    advice:
      'Show the page itself to visitors without cookies, with the question for consent on top of it. Search engines do not click “Accept”.',
  }),
  login: (_served, { finalUrl }) => ({
    summary: `The URL redirects to a login: ${shortUrl(finalUrl)}.`,
    advice:
      'Create the report for a public page. If this page is meant to be public, remove the redirect to the login or the password of the shop.',
  }),
  parked: ({ by }) => ({
    summary: `The domain is parked (${by}): it shows advertising or is for sale.`,
    advice:
      'Point the domain to your web server: set its A and AAAA records in the DNS settings of your registrar.',
  }),
  default: ({ by }) => ({
    summary: `The server shows the default page of ${by} instead of a website.`,
    advice:
      'Upload the website to the folder of this domain, or set the right folder in the settings of the web server.',
  }),
  suspended: () => ({
    summary: 'The web host shows a page for suspended accounts instead of the website.',
    advice: 'Ask your web host why the account is suspended.',
  }),
};

/** What statuses without a page mean. */
const nothingTexts: Readonly<Record<number, string>> = {
  204: 'which means that there is nothing to show',
  205: 'which means that there is nothing to show',
  304: 'which is for browsers that have the page already',
};

/** Refusals with a known reason. */
const refusalTexts: Readonly<Record<number, Texts>> = {
  401: {
    summary: 'The server refused us: HTTP 401, the page is protected by a password.',
    advice:
      'Create the report for a public page. If this page is meant to be public, remove its password protection.',
  },
  [tooManyRequests]: {
    summary: 'The server refused us: HTTP 429, too many requests.',
    advice:
      'Create the report again later, or raise the rate limit for the user agent of this report.',
  },
  451: {
    summary: 'The server refused us: HTTP 451, unavailable for legal reasons.',
    advice: 'Create the report from a country in which the server shows the page.',
  },
  503: {
    summary: 'The server refused us: HTTP 503, temporarily unavailable.',
    advice:
      'Create the report again later. If browsers get the page now, let the user agent of this report pass in the firewall or the maintenance mode.',
  },
};
