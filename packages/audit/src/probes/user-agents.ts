import { isAllowed } from '../fetch/robots/robots-rules.ts';
import type { RobotsTxt } from '../fetch/robots/robots-txt.ts';
import { readPage } from '../page/read-page.ts';
import { readCanonicalLinks } from '../readings/canonical-links.ts';
import { resolvePageUrls } from '../readings/page-urls.ts';
import {
  headerStatements,
  isForGoogle,
  metaStatements,
} from '../readings/robots/robots-statements.ts';
import { servedPageOf } from '../readings/served-page.ts';
import {
  readStructuredData,
  structuredDataOf,
} from '../readings/structured-data/read-structured-data.ts';
import { countPageWords } from '../readings/text/text-words.ts';
import { titleOf } from '../readings/title.ts';
import type { ProbeContext } from './probe-context.ts';
import type { ComparedUserAgents, NoResponse, UserAgentPage } from './probe-facts.ts';
import type { Prober } from './prober.ts';
import { contentTypeOf } from './prober.ts';

/** The name of the assistant in robots.txt. */
const assistantToken = 'ChatGPT-User';

/**
 * The published user agents: that of ChatGPT when it opens a page for one of its users
 * (https://developers.openai.com/api/docs/bots), and those of Chrome on Windows and on Android
 * (https://www.chromium.org/updates/ua-reduction/).
 */
const userAgents = {
  assistant:
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  browser:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
} as const;

/** Only the first bytes of a page are read. */
const readBytes = 512 * 1024;

/** Types of structured data that are kept. */
const maxTypes = 50;

/** Characters of a title that are kept. */
const titleLength = 300;

/**
 * Requests the page as ChatGPT, as a browser and as a phone: three requests with user agents that are not ours, so only at the
 * request of the site’s owner. Firewalls that verify the addresses of ChatGPT treat the first as a forgery: a refusal
 * may not concern ChatGPT itself. It is not sent if robots.txt disallows the page for ChatGPT-User.
 */
export async function compareUserAgents(
  context: Pick<ProbeContext, 'prober' | 'site' | 'robots' | 'cpu'>,
): Promise<ComparedUserAgents> {
  const { prober, site, robots } = context;
  const [assistant, browser, phone] = await Promise.all([
    isDisallowed(robots, site)
      ? ({ kind: 'skipped', url: site.href, reason: 'robots_txt' } as const)
      : readAs(userAgents.assistant, prober, context),
    readAs(userAgents.browser, prober, context),
    readAs(userAgents.phone, prober, context),
  ]);
  return { assistant, browser, phone };
}

function isDisallowed(robots: RobotsTxt, site: URL): boolean {
  return robots.kind === 'found' && !isAllowed(robots.rules, assistantToken, site).allowed;
}

async function readAs(
  userAgent: string,
  prober: Prober,
  { site, cpu }: Pick<ProbeContext, 'site' | 'cpu'>,
): Promise<UserAgentPage | NoResponse> {
  const result = await prober.read(site, { userAgent, cutAt: readBytes });
  if (result.kind !== 'response') return result;
  const { body, ...response } = result.fetched;
  const { status, finalUrl, headers } = response;
  const type = contentTypeOf(headers);
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml';
  const contentType = headers.get('content-type')?.at(-1) ?? null;
  const page = await readPage(isHtml ? body : new Uint8Array(), contentType, { cpu });
  const urls = await resolvePageUrls(page, finalUrl, cpu);
  const facts = { page, urls, response };
  const served = servedPageOf(facts);
  await readStructuredData(page, cpu);
  const types = structuredDataOf(page).items.flatMap((item) => item.types);
  const canonicals = new Set(readCanonicalLinks(facts).map((link) => link.url));
  const directives = [...metaStatements(facts), ...headerStatements(facts)].filter(isForGoogle);
  return {
    kind: 'response',
    url: site.href,
    finalUrl,
    status,
    refusal: served.kind === 'refusal' ? { by: served.by } : null,
    title: titleOf(page)?.text.slice(0, titleLength).toWellFormed() ?? null,
    words: countPageWords(page),
    canonical: canonicals.size === 1 ? ([...canonicals][0] ?? null) : null,
    types: [...new Set(types)].sort().slice(0, maxTypes),
    noindex: directives.some(({ directive: { name } }) => name === 'noindex' || name === 'none'),
  };
}
