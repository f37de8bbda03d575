import type { AuditFacts } from '../audit-facts.ts';
import type { Evidence } from '../outcome.ts';
import { headerEvidence, tagEvidence, urlEvidence } from './evidence.ts';
import { mainHeadingsOf } from './main-heading.ts';
import { memoize } from './memoize.ts';
import { headerLines } from './response-headers.ts';
import { refusals, withoutContent } from './response-status.ts';
import { countPageWords } from './text/text-words.ts';
import { titleOf } from './title.ts';

/**
 * What the server sent: the page, or something else in its place. `nothing`: a status whose responses have no content
 * (RFC 9110 §15.3.5, §15.3.6, §15.4.5). `refusal`: a status such as 403, or a page that tests whether the client is a browser. `consent`, `login`: a redirect led there, or the response only
 * asks for consent. `parked`: a
 * domain without a website. `default`: the page of a server without a website. `suspended`: the page of a
 * web host for a closed account.
 */
export interface ServedPage {
  readonly kind:
    | 'page'
    | 'nothing'
    | 'refusal'
    | 'consent'
    | 'login'
    | 'parked'
    | 'default'
    | 'suspended';
  /** Who refused, or whose page this is; `null` if unknown. */
  readonly by: string | null;
  readonly evidence: readonly Evidence[];
}

/** What shows whether the server sent the page. */
type ServedFacts = Pick<AuditFacts, 'page' | 'urls' | 'response'>;

/** Whether a redirect led to another host, except for `www.`. */
export function isOnOtherSite({ response }: AuditFacts): boolean {
  const { url, finalUrl } = response;
  return url !== finalUrl && siteOf(url) !== siteOf(finalUrl);
}

function siteOf(url: string): string {
  return new URL(url).hostname.replace(/^www\./, '');
}

/** What the server sent. Only certain marks count: a page may mention or embed any of these services. */
export const servedPageOf = memoize((facts: ServedFacts): ServedPage => {
  const { status, finalUrl } = facts.response;
  if (withoutContent.has(status))
    return { kind: 'nothing', by: null, evidence: [urlEvidence(finalUrl)] };
  const wall = wallOf(facts);
  if (refusals.has(status)) {
    return wall ?? { kind: 'refusal', by: null, evidence: [urlEvidence(finalUrl)] };
  }
  const served = wall ?? redirectTargetOf(facts);
  if (served !== null) return served;
  const isOk = status >= 200 && status < 300;
  return (isOk ? placeholderOf(facts) : null) ?? { kind: 'page', by: null, evidence: [] };
});

/** The name of a firewall and what only its refusals have. */
interface Wall {
  readonly by: string;
  /** A response header and its value. */
  readonly header?: readonly [name: string, value: RegExp];
  /** Whether the header is certain only with a status of {@link refusals}. */
  readonly ifRefused?: true;
  /** URL of a script or frame of a page with few words. */
  readonly file?: RegExp;
  /** The id of an element of a page with few words. */
  readonly id?: string;
  /** The complete title of a page with few words. */
  readonly title?: RegExp;
}

/**
 * Headers are documented by their vendors: developers.cloudflare.com/cloudflare-challenges (detect a
 * response), docs.aws.amazon.com/waf (CAPTCHA and Challenge), vercel.com/docs/vercel-firewall. The other
 * marks are those of the vendors' own pages. Headers and scripts of pages that were let through, such as
 * X-DataDome, X-Iinfo or js.datadome.co, are not among them.
 */
const walls: readonly Wall[] = [
  { by: 'Cloudflare', header: ['cf-mitigated', /^challenge$/i] },
  {
    by: 'Cloudflare',
    title:
      /^(?:attention required! \| cloudflare|just a moment\.\.\.|access denied \| .{1,253} used cloudflare to restrict access)$/i,
  },
  { by: 'AWS WAF', header: ['x-amzn-waf-action', /^(?:challenge|captcha)$/i] },
  { by: 'Vercel', header: ['x-vercel-mitigated', /^(?:challenge|deny)$/i] },
  { by: 'SiteGround', header: ['sg-captcha', /^challenge$/i] },
  { by: 'Sucuri', header: ['x-sucuri-block', /./] },
  { by: 'DataDome', file: /^https?:\/\/(?:ct|geo)\.captcha-delivery\.com\// },
  { by: 'HUMAN (PerimeterX)', id: 'px-captcha' },
  { by: 'HUMAN (PerimeterX)', title: /^access to this page has been denied\.?$/i },
  // Responses of the web server behind it have the name of that server.
  { by: 'Akamai', header: ['server', /^akamaighost$/i], ifRefused: true },
  { by: 'Akamai', file: /^https?:\/\/[^/]+\/_sec\/cp_challenge\// },
  { by: 'Akamai', id: 'sec-if-cpt-container' },
  { by: 'Imperva', title: /^pardon our interruption(?:\.\.\.)?$/i },
  { by: 'DDoS-Guard', title: /^ddos-guard$/i },
];

/** Titles of pages that ask visitors to prove that they are people. */
const robotTitle =
  /^(?:robot check|human verification|bot verification|are you (?:a )?(?:human|robot)\?|(?:please )?verify (?:that )?you are (?:a )?human|checking your browser(?: before accessing.{0,100})?|one moment, please\.\.\.)$/i;

/** Titles that need a captcha in the page to be certain. */
const captchaTitle = /^(?:captcha|security check|access denied)$/i;
const captchaFile =
  /^https?:\/\/(?:challenges\.cloudflare\.com|(?:js\.|www\.)?hcaptcha\.com|www\.(?:google\.com|recaptcha\.net)\/recaptcha)\//;

/** Complete titles and main headings of pages that only ask for consent. */
const consentTitles =
  /^(?:before you continue(?: to .{1,60})?|bevor (?:sie|du) (?:fortfahren|fortfährst|weitergehen|zu .{1,60} weitergehen|zu .{1,60} weitergehst)|avant de continuer(?: vers .{1,60})?|avant d[’']accéder à .{1,60}|antes de continuar(?: a .{1,60})?|antes de ir a .{1,60}|prima di continuare(?: su .{1,60})?|voordat (?:je|u) (?:verdergaat|doorgaat)(?: naar .{1,60})?|zanim przejdziesz (?:dalej|do .{1,60})|(?:we|.{1,40}) values? your privacy|wir respektieren ihre privatsphäre|consent required|zustimmung erforderlich|cookie-? ?wall)$/i;

/** The texts of walls are short. */
const mostWallWords = 150;
/** Walls link to little else than their vendor. */
const mostWallLinks = 5;

function wallOf(facts: ServedFacts): ServedPage | null {
  const isRefused = refusals.has(facts.response.status);
  for (const { by, header, ifRefused } of walls) {
    if (header === undefined || (ifRefused && !isRefused)) continue;
    const [name, pattern] = header;
    const value = headerLines(facts, name).find((line) => pattern.test(line.trim()));
    if (value !== undefined) {
      return { kind: 'refusal', by, evidence: [headerEvidence(name, value)] };
    }
  }
  const { page } = facts;
  const isShort = page.anchors.length <= mostWallLinks && countPageWords(page) <= mostWallWords;
  if (!isShort) return null;
  const title = titleOf(page);
  const text = title?.text.trim() ?? '';
  for (const { by, file, id, title: pattern } of walls) {
    const loaded = file && fileOf(facts, file);
    if (loaded) return { kind: 'refusal', by, evidence: [loaded] };
    if (title && pattern?.test(text)) {
      return { kind: 'refusal', by, evidence: [tagEvidence(title)] };
    }
    if (id !== undefined && page.ids.has(id)) {
      return { kind: 'refusal', by, evidence: [{ kind: 'html', text: `id="${id}"` }] };
    }
  }
  const imperva = impervaOf(facts);
  if (imperva) return { kind: 'refusal', by: 'Imperva', evidence: [imperva] };
  const consent = consentOf(facts);
  if (consent !== null && !isRefused) return { kind: 'consent', by: null, evidence: [consent] };
  const asks = captchaTitle.test(text) && fileOf(facts, captchaFile) !== null;
  if (title && (asks || robotTitle.test(text))) {
    return { kind: 'refusal', by: null, evidence: [tagEvidence(title)] };
  }
  return null;
}

/** A page with few words that has something to press, and names nothing but the question. */
function consentOf({ page }: ServedFacts): Evidence | null {
  const canAgree =
    page.forms.length > 0 ||
    page.controls.some(({ element, type }) => element === 'button' || type === 'submit');
  if (!canAgree) return null;
  const title = titleOf(page);
  if (title && consentTitles.test(title.text.trim())) return tagEvidence(title);
  const [heading] = mainHeadingsOf(page);
  return heading && consentTitles.test(heading.text.trim()) ? tagEvidence(heading.tag) : null;
}

/** Pages that Imperva lets through load its script, too: a wall loads nothing else and shows no text. */
function impervaOf({ page, urls }: ServedFacts): Evidence | null {
  const files = urls.resources.filter(({ kind }) => kind === 'script' || kind === 'frame');
  const [first] = files;
  const isWall =
    countPageWords(page) === 0 &&
    files.every(({ url }) => url.pathname.startsWith('/_Incapsula_Resource'));
  return first && isWall ? tagEvidence(first.tag) : null;
}

function fileOf({ urls }: ServedFacts, pattern: RegExp): Evidence | null {
  const found = urls.resources.find(
    ({ kind, url }) => (kind === 'script' || kind === 'frame') && pattern.test(url.href),
  );
  return found ? tagEvidence(found.tag) : null;
}

/** Hosts for consent: Google, YouTube and Yahoo, and the publisher DPG Media. */
const consentHost = /^(?:consent|guce|myprivacy)\./;
const consentPath = /^(?:consent|cookie-?wall|consent-?wall)$/;
const loginHost = /^(?:login|signin|sso|accounts)\./;
/** "password" is the page of a Shopify shop that is not open yet. */
const loginPath =
  /^(?:log-?_?in|sign-?_?in|logon|wp-login|einloggen|connexion|password)(?:\.(?:php|html?|aspx?|jsp|do))?$/;
/** Redirects that are not for a page that has moved. */
const temporary: ReadonlySet<number> = new Set([302, 303, 307]);
/** Sites that sell domains. */
const domainMarket =
  /^(?:[\w-]+\.)*(?:hugedomains\.com|dan\.com|sedo\.com|sedoparking\.com|afternic\.com|forsale\.godaddy\.com|undeveloped\.com|buydomains\.com|domainmarket\.com)$/;

/** What a redirect led to instead of the requested page. */
function redirectTargetOf({ response }: ServedFacts): ServedPage | null {
  if (response.redirects.length === 0) return null;
  const [from, to] = [new URL(response.url), new URL(response.finalUrl)];
  const evidence = [urlEvidence(to.href)];
  const isElsewhere = to.hostname !== from.hostname;
  if (isElsewhere && domainMarket.test(to.hostname) && !domainMarket.test(from.hostname)) {
    return { kind: 'parked', by: to.hostname, evidence };
  }
  if (to.pathname === '/cgi-sys/suspendedpage.cgi')
    return { kind: 'suspended', by: null, evidence };
  if (to.pathname === '/cgi-sys/defaultwebpage.cgi')
    return { kind: 'default', by: 'cPanel', evidence };
  if (!response.redirects.some(({ status }) => temporary.has(status))) return null;
  const isOn = (host: RegExp) => isElsewhere && host.test(to.hostname);
  const isAt = (path: RegExp, segments: number) =>
    hasSegment(to, path, segments) && !hasSegment(from, path, segments);
  if (isOn(consentHost) || isAt(consentPath, 1)) return { kind: 'consent', by: null, evidence };
  if (isOn(loginHost) || isAt(loginPath, 12)) return { kind: 'login', by: null, evidence };
  return null;
}

/** Whether one of the first segments of a path matches. */
function hasSegment({ pathname }: URL, pattern: RegExp, segments: number): boolean {
  return pathname
    .toLowerCase()
    .split('/', segments + 1)
    .some((segment) => pattern.test(segment));
}

/** Scripts and frames that only parked domains load: Google serves caf.js to those alone. */
const parkings: readonly (readonly [by: string, file: RegExp])[] = [
  ['Sedo', /^https?:\/\/(?:[\w-]+\.)*sedoparking\.com\//],
  ['ParkingCrew', /^https?:\/\/(?:[\w-]+\.)*parkingcrew\.net\//],
  ['Bodis', /^https?:\/\/(?:[\w-]+\.)*bodis\.com\//],
  ['ParkLogic', /^https?:\/\/(?:[\w-]+\.)*parklogic\.com\//],
  ['GoDaddy', /^https?:\/\/img1\.wsimg\.com\/parking-lander\//],
  ['Google AdSense', /^https?:\/\/www\.google\.com\/adsense\/domains\/caf\.js/],
];

/** Complete titles of the pages that servers come with. */
const defaultTitles: readonly (readonly [by: string, title: RegExp])[] = [
  ['Apache', /^apache2 (?:ubuntu|debian) default page: it works$/i],
  ['Apache', /^(?:apache http server test page|test page for the apache http server).{0,60}$/i],
  ['Apache', /^http server test page powered by:? .{1,30}$/i],
  ['nginx', /^welcome to nginx!$/i],
  ['nginx', /^test page for the nginx http server.{0,60}$/i],
  ['OpenResty', /^welcome to openresty!$/i],
  ['IIS', /^(?:iis windows(?: server)?|iis ?[78]|microsoft internet information services \d+)$/i],
  ['Plesk', /^(?:default plesk page|web server's default page|domain default page)$/i],
  ['cPanel', /^default web site page$/i],
  ['Tomcat', /^apache tomcat\/[\d.]{1,12}$/i],
  ['Caddy', /^caddy works!$/i],
];

const pleskFile = /^https?:\/\/assets\.plesk\.com\/static\/default-website-content\//;
/** Apache's longest default page, which Ubuntu ships, has about 400 words; the others are short. */
const mostDefaultWords = { Apache: 600, other: 150 } as const;
const mostParkedWords = 200;

/** A parked domain, or a server without a website. */
function placeholderOf(facts: ServedFacts): ServedPage | null {
  const { page } = facts;
  const words = countPageWords(page);
  if (words > mostDefaultWords.Apache) return null;
  const title = titleOf(page);
  const text = title?.text.trim() ?? '';
  const known = defaultTitles.find(([, pattern]) => pattern.test(text));
  if (title && known && (known[0] === 'Apache' || words <= mostDefaultWords.other)) {
    return { kind: 'default', by: known[0], evidence: [tagEvidence(title)] };
  }
  const plesk = fileOf(facts, pleskFile);
  if (plesk) return { kind: 'default', by: 'Plesk', evidence: [plesk] };
  // Without a title, this is the page that comes with Apache's source.
  if (page.text === 'It works!' && text === '') {
    return { kind: 'default', by: 'Apache', evidence: page.headings.slice(0, 1).map(tagEvidence) };
  }
  if (words > mostParkedWords) return null;
  for (const [by, pattern] of parkings) {
    const file = fileOf(facts, pattern);
    if (file) return { kind: 'parked', by, evidence: [file] };
  }
  return null;
}
