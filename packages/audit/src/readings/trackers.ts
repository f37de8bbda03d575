import type { AuditFacts } from '../audit-facts.ts';
import { snippetMark } from '../page/facts/script-marks.ts';
import type { ScriptFact } from '../page/page-facts.ts';
import { isRunAsScript } from './media-type.ts';
import { memoize } from './memoize.ts';
import type { PageResource, PageUrls } from './page-urls.ts';

/** A service that follows visitors across pages, by cookies or by fingerprints. */
interface Service {
  readonly name: string;
  /** Matches host and path of its script, and what inline scripts contain of them. */
  readonly script: RegExp;
}

/**
 * Services whose scripts set cookies or collect data at once. Left out are services without cookies
 * (Plausible, Fathom, Cloudflare), those that can be set up without (Matomo, Piwik PRO), and those that bring
 * their own consent tool (HubSpot, AdSense).
 */
const trackers: readonly Service[] = [
  {
    name: 'Google Analytics',
    script: /(?:^|\.)google-analytics\.com\/(?:ga|analytics|urchin)\.js/,
  },
  { name: 'the Google tag (gtag.js)', script: /(?:^|\.)googletagmanager\.com\/gtag\/js/ },
  { name: 'Meta Pixel', script: /(?:^|\.)connect\.facebook\.net\/[\w-]{2,8}\/fbevents/ },
  { name: 'Hotjar', script: /(?:^|\.)static\.hotjar\.com\/c\// },
  { name: 'Microsoft Clarity', script: /(?:^|\.)clarity\.ms\/tag\// },
  { name: 'TikTok Pixel', script: /(?:^|\.)analytics\.tiktok\.com\/i18n\/pixel/ },
  { name: 'LinkedIn Insight Tag', script: /(?:^|\.)snap\.licdn\.com\/li\.lms/ },
  { name: 'X Pixel', script: /(?:^|\.)static\.ads-twitter\.com\/(?:uwt|oct)/ },
  { name: 'Pinterest Tag', script: /(?:^|\.)s\.pinimg\.com\/ct\// },
  { name: 'Snap Pixel', script: /(?:^|\.)sc-static\.net\/scevent/ },
  { name: 'Microsoft Advertising', script: /(?:^|\.)bat\.bing\.(?:com|net)\/bat/ },
  { name: 'Yandex Metrica', script: /(?:^|\.)mc\.yandex\.(?:ru|com)\/metrika/ },
  { name: 'FullStory', script: /(?:^|\.)fullstory\.com\/s\/fs/ },
  { name: 'Mouseflow', script: /(?:^|\.)cdn\.mouseflow\.com\/projects/ },
  { name: 'Crazy Egg', script: /(?:^|\.)script\.crazyegg\.com\/pages/ },
];

/** Services that load what is set up elsewhere, perhaps a consent tool: it is not visible in the page. */
const managers: readonly Service[] = [
  { name: 'Google Tag Manager', script: /(?:^|\.)googletagmanager\.com\/gtm/ },
  { name: 'Adobe Experience Platform', script: /(?:^|\.)assets\.adobedtm\.com\// },
  { name: 'Tealium', script: /(?:^|\.)tags\.tiqcdn\.com\/|\/utag\.js$/ },
  { name: 'Segment', script: /(?:^|\.)cdn\.segment\.com\// },
  { name: 'Cloudflare Zaraz', script: /\/cdn-cgi\/zaraz\// },
  { name: 'HubSpot', script: /(?:^|\.)js(?:-[a-z]{2}\d)?\.hs-scripts\.com\// },
  { name: 'Google AdSense', script: /(?:^|\.)googlesyndication\.com\/pagead\/js/ },
  {
    name: 'Google Publisher Tag',
    script: /(?:^|\.)(?:googletagservices\.com|doubleclick\.net)\/tag\/js\/gpt/,
  },
];

/** Tools that ask visitors for consent. */
const consentTools: readonly Service[] = [
  { name: 'Cookiebot', script: /(?:^|\.)cookiebot\.(?:com|eu)\// },
  { name: 'OneTrust', script: /(?:^|\.)(?:cookielaw|onetrust)\.(?:org|com)\/|otSDKStub|optanon/i },
  { name: 'Usercentrics', script: /(?:^|\.)usercentrics\.(?:eu|com)\// },
  { name: 'Didomi', script: /(?:^|\.)(?:privacy-center\.org|didomi\.io)\// },
  { name: 'iubenda', script: /(?:^|\.)iubenda\.com\// },
  { name: 'Complianz', script: /\/complianz-/ },
  { name: 'Borlabs Cookie', script: /\/borlabs-cookie\// },
  { name: 'Klaro', script: /(?:^|\.)kiprotect\.com\/|\/klaro[\w.-]{0,20}\.js$/ },
  { name: 'CookieYes', script: /(?:^|\.)cookieyes\.com\/|\/cookie-law-info\// },
  { name: 'Osano', script: /(?:^|\.)osano\.com\// },
  { name: 'TrustArc', script: /(?:^|\.)(?:trustarc|truste)\.com\// },
  {
    name: 'InMobi Choice',
    script: /(?:^|\.)(?:cmp\.(?:quantcast|inmobi)|quantcast\.mgr\.consensu)\.(?:com|org)\//,
  },
  {
    name: 'Sourcepoint',
    script: /(?:^|\.)(?:privacy-mgmt|sp-prod)\.(?:com|net)\/|\/wrapperMessaging/,
  },
  { name: 'consentmanager', script: /(?:^|\.)consentmanager\.net\// },
  { name: 'Axeptio', script: /(?:^|\.)axept\.io\// },
  { name: 'tarteaucitron', script: /\/tarteaucitron/ },
  { name: 'Termly', script: /(?:^|\.)termly\.io\// },
  { name: 'CookieFirst', script: /(?:^|\.)cookiefirst\.com\// },
  { name: 'Civic Cookie Control', script: /(?:^|\.)civiccomputing\.com\// },
  { name: 'CookieHub', script: /(?:^|\.)cookiehub\.(?:eu|net|com)\// },
  { name: 'CCM19', script: /\/ccm19\.js|(?:^|\.)ccm19\.de\// },
  { name: 'Google Funding Choices', script: /(?:^|\.)fundingchoicesmessages\.google\.com\// },
];

/** Words in URLs, ids and scripts that belong to a consent tool which we do not know. */
const consentWords = /cookie|consent|gdpr|dsgvo|rgpd|ccpa|privacy|(?:^|[^a-z])cmp(?:[^a-z]|$)/i;
/** The same in the marks of inline scripts, which are parts of words. */
const consentMarks =
  /^(?:.nsent|onsent|ONSENT|ookie|OOKIE|gdpr|GDPR|dsgvo|DSGVO|rgpd|RGPD|_tcfapi|rivacy|opt.*)$/;
/** A script with a tracker that reads what it stored may wait for a choice. */
const storageMarks = /torage$/;

/** Texts that every URL of one of {@link consentTools} contains, which few other URLs do. */
const partsOfTools =
  /[./@](?:cookie(?:bot|law|yes|-law-info|first|hub)|onetrust|usercentrics|privacy-|didomi|iubenda|complianz-|borlabs-|kiprotect|klaro|osano|trust(?:arc|e)|cmp\.|quantcast|sp-prod|wrapperMessaging|consentmanager|axept|tarteaucitron|termly|civiccomputing|ccm19|fundingchoices)|otSDKStub|optanon/i;

/**
 * How the names of {@link trackers} and {@link managers} begin, in a URL or a mark. Most scripts are of none of
 * them, and one expression is cheaper than all.
 */
const beginnings =
  /(?:^|[./@])(?:google(?:-analytics|tag|syndication)|connect\.facebook|static\.(?:hotjar|ads-twitter)|clarity\.ms|analytics\.tiktok|snap\.licdn|s\.pinimg|sc-static|bat\.bing|mc\.yandex|fullstory|cdn\.(?:mouseflow|segment)|script\.crazyegg|assets\.adobedtm|tags\.tiqcdn|utag\.js|cdn-cgi\/zaraz|js(?:-[a-z]{2}\d)?\.hs-scripts|doubleclick)/;

/** Files and inline scripts that are compared, and characters of a URL: far more than pages have. */
const limits = { scripts: 1_000, characters: 200 } as const;

/** A script of a service, in the page or loaded by it. */
interface ServiceScript {
  readonly name: string;
  readonly tag: ScriptFact;
  /** Whether its own script may load it later: it reads stored values, or is not a snippet that runs at once. */
  readonly conditional: boolean;
}

/** The services of a page that follow visitors or load others. */
interface Tracking {
  readonly trackers: readonly ServiceScript[];
  readonly managers: readonly ServiceScript[];
}

/** Finds the services of a page by the scripts that browsers run. Scripts that are held back are left out. */
export const trackingOf = memoize(({ page, urls }: AuditFacts): Tracking => {
  const found = { trackers: [] as ServiceScript[], managers: [] as ServiceScript[] };
  const add = (tag: ScriptFact, text: string, conditional: boolean): void => {
    const tracker = trackers.find(({ script }) => script.test(text));
    if (tracker) found.trackers.push({ name: tracker.name, tag, conditional });
    const manager = managers.find(({ script }) => script.test(text));
    if (manager) found.managers.push({ name: manager.name, tag, conditional });
  };
  for (const { kind, tag, url } of filesOf(urls)) {
    if (kind !== 'script' || !beginnings.test(url.href)) continue;
    if (isRunAsScript(tag.type)) add(tag, url.host + pathOf(url), false);
  }
  for (const tag of page.scripts.slice(0, limits.scripts)) {
    for (const mark of tag.marks) {
      if (beginnings.test(mark)) add(tag, mark, isConditional(tag));
    }
  }
  return found;
});

/** The services among the files that a browser received, with the first URL of each. */
export function requestedTrackers(
  requests: readonly { readonly url: string; readonly status: number | null }[],
): readonly { readonly name: string; readonly url: string }[] {
  const found = new Map<string, string>();
  for (const { url, status } of requests) {
    if (status === null || !beginnings.test(url) || !URL.canParse(url)) continue;
    const parsed = new URL(url);
    const text = parsed.host + pathOf(parsed);
    const tracker = trackers.find(({ script }) => script.test(text));
    if (tracker !== undefined && !found.has(tracker.name)) found.set(tracker.name, url);
  }
  return [...found].map(([name, url]) => ({ name, url }));
}

/** The names of the tools of a page that ask visitors for consent. */
export function consentToolsOf({ urls }: AuditFacts): readonly string[] {
  const names = new Set<string>();
  for (const { url } of filesOf(urls)) {
    if (!partsOfTools.test(url.href)) continue;
    const text = url.host + pathOf(url);
    const tool = consentTools.find(({ script }) => script.test(text));
    if (tool) names.add(tool.name);
  }
  return [...names];
}

/** Whether a script is of a tool that asks visitors for consent: it must run before others. */
export function isConsentScript(src: string): boolean {
  const url = src.trim().slice(0, limits.characters);
  if (!partsOfTools.test(url)) return false;
  const text = url.replace(/^(?:https?:)?\/\//i, '');
  return consentTools.some(({ script }) => script.test(text));
}

/** Whether anything on a page mentions consent or cookies to scripts. */
export function mentionsConsent({ page, urls }: AuditFacts): boolean {
  if (page.scripts.slice(0, limits.scripts).some(waitsForConsent)) return true;
  for (const { url } of filesOf(urls)) {
    // The name of a site, such as cookies-and-cakes.example, is not a sign.
    const host = url.host === urls.base.host ? '' : url.host;
    if (consentWords.test(host + pathOf(url))) return true;
  }
  for (const id of page.ids) {
    if (consentWords.test(id.slice(0, limits.characters))) return true;
  }
  return false;
}

/** The first scripts and style sheets that a page loads. */
function filesOf({ resources }: PageUrls): readonly PageResource[] {
  const files: PageResource[] = [];
  for (const resource of resources) {
    if (files.length === limits.scripts) break;
    if (resource.kind === 'script' || resource.kind === 'stylesheet') files.push(resource);
  }
  return files;
}

function pathOf({ pathname }: URL): string {
  return pathname.slice(0, limits.characters);
}

function isConditional({ marks }: ScriptFact): boolean {
  return !marks.includes(snippetMark) || marks.some((mark) => storageMarks.test(mark));
}

function waitsForConsent({ marks, type }: ScriptFact): boolean {
  // Scripts that are held back wait for something, mostly for consent.
  if (type !== null && /^\s*text\/plain/i.test(type)) return true;
  return marks.some((mark) => consentMarks.test(mark));
}
