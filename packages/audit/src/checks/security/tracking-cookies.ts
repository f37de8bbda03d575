import type { AuditFacts } from '../../audit-facts.ts';
import type { Evidence, Outcome } from '../../outcome.ts';
import { addressesEurope } from '../../readings/european-audience.ts';
import { headerEvidence, maxEvidence, namesText, shortList } from '../../readings/evidence.ts';
import { loadedPageOf } from '../../readings/rendered-page.ts';
import { headerLines } from '../../readings/response-headers.ts';
import { parseSetCookie } from '../../readings/set-cookie.ts';
import { consentToolsOf } from '../../readings/trackers.ts';
import type { Check } from '../check.ts';

/** The cookies that services document for following visitors, by name. */
const services: readonly (readonly [service: string, cookie: RegExp])[] = [
  // https://business.safety.google/adscookies/
  ['Google Analytics', /^(?:_ga(?:_[A-Z0-9]+)?|_gid|__utm[abz]|FPID|FPLC)$/],
  ['Google Ads', /^(?:_gcl_au|_gcl_aw|FPAU|IDE)$/],
  ['Meta Pixel', /^_fb[pc]$/],
  ['Hotjar', /^_hjSession(?:User)?_\d+$/],
  ['Microsoft Clarity', /^_cl(?:ck|sk)$/],
  ['TikTok Pixel', /^_ttp$/],
  ['Microsoft Advertising', /^_uet[sv]id$/],
  ['LinkedIn', /^li_fat_id$/],
  ['Pinterest', /^_pin_unauth$/],
  ['Snap Pixel', /^_scid$/],
  ['Yandex Metrica', /^_ym_uid$/],
  ['Adobe Analytics', /^(?:s_vi|s_ecid|AMCV_\w+%40AdobeOrg)$/],
];

/**
 * The response to a first visit sets no cookies of services that follow visitors; nor does the page in a browser, in
 * which no one has agreed.
 *
 * @remarks Which cookies are of trackers, and which pages are for visitors in Europe, is ours.
 */
export const trackingCookies: Check = {
  id: 'tracking-cookies',
  category: 'security',
  importance: 'low',
  isAboutServer: true,
  family: 'consent',
  title: 'Tracking cookies wait for the consent of visitors',
  advice:
    'Set the quoted cookies only after visitors have agreed. A plugin, the server or server-side tagging sends them with the page.',
  why: 'In Europe, cookies for tracking generally need the consent of visitors, so setting them at once is a legal risk.',
  source: 'https://eur-lex.europa.eu/eli/dir/2002/58/2009-12-19',
  run: (facts): Outcome => {
    const cookies = [...sentCookies(facts), ...storedCookies(facts)];
    if (cookies.length === 0) return { status: 'na', summary: 'The page sets no cookies.' };
    if (!addressesEurope(facts)) {
      return {
        status: 'na',
        summary: 'Nothing on the page says that it is for visitors in the European Economic Area.',
      };
    }
    const all = cookies.flatMap((cookie) =>
      services
        .filter(([, pattern]) => pattern.test(cookie.name))
        .map(([service]) => ({ cookie, service })),
    );
    // A browser stores what the response sends.
    const seen = new Set<string>();
    const found = all.filter(({ cookie: { name } }) => seen.size < seen.add(name).size);
    if (found.length === 0) {
      return {
        status: 'pass',
        summary: `Cookies of trackers that we know: 0 of ${new Set(cookies.map(({ name }) => name)).size}.`,
      };
    }
    const names = [...new Set(found.map(({ service }) => service))];
    return {
      status: 'warn',
      summary: `The ${found.some(({ cookie }) => cookie.isStored) ? 'page' : 'response'} sets cookies of ${namesText(names)} before visitors can agree.`,
      value: shortList(found.map(({ cookie, service }) => `${cookie.name}: ${service}`)),
      // Never the value of a cookie.
      evidence: found.slice(0, maxEvidence).map(({ cookie }) => cookie.evidence),
    };
  },
};

interface FoundCookie {
  readonly name: string;
  readonly evidence: Evidence;
  /** Whether it was found in a browser, not in the response. */
  readonly isStored: boolean;
}

function sentCookies(facts: AuditFacts): readonly FoundCookie[] {
  return headerLines(facts, 'set-cookie').flatMap((line) => {
    const cookie = parseSetCookie(line, facts.now);
    if (cookie === null || cookie.expired) return [];
    const { name, text } = cookie;
    return [{ name, evidence: headerEvidence('Set-Cookie', text), isStored: false }];
  });
}

/** What the browser stored, in which no one has agreed to anything. */
function storedCookies(facts: AuditFacts): readonly FoundCookie[] {
  // Some consent tools ask only visitors of some countries, and let others be followed at once.
  if (consentToolsOf(facts).length > 0) return [];
  const cookies = loadedPageOf(facts)?.cookies ?? [];
  return cookies.flatMap(({ name, domain }) => {
    if (name === 'IDE' && !/(?:^|\.)doubleclick\.net$/.test(domain)) return [];
    return [{ name, evidence: { kind: 'cookie', text: `${name} of ${domain}` }, isStored: true }];
  });
}
