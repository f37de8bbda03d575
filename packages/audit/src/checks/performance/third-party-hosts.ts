import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome } from '../../outcome.ts';
import { shortList } from '../../readings/evidence.ts';
import { isRunAsScript } from '../../readings/media-type.ts';
import { ownUrlOf } from '../../readings/own-url.ts';
import type { PageResource } from '../../readings/page-urls.ts';
import { domainOfHost } from '../../url/domain-of-host.ts';
import { resolveUrl } from '../../url/resolve-url.ts';
import { isWebUrl } from '../../url/web-url.ts';
import type { Check } from '../check.ts';

/** Hints that make browsers connect to a host, or load a file from it, before anything else asks for it. */
const hints: ReadonlySet<string> = new Set(['preload', 'modulepreload', 'preconnect']);
/** Hints that are read: each has a URL to parse. */
const mostHints = 200;
/** Hosts that are counted: far more than pages have. */
const mostHosts = 500;
/** Domains that the summary names. */
const named = 5;

/**
 * Files from other domains cost further connections, and their owners see who visits the page.
 *
 * @remarks That all files are counted, and not only scripts, is ours. The check always passes: no number is wrong.
 */
export const thirdPartyHosts: Check = {
  id: 'third-party-hosts',
  category: 'performance',
  importance: 'info',
  title: 'The other domains that the page contacts are listed',
  advice:
    'Remove the scripts, fonts and frames of services that the page no longer needs, and host fonts and libraries on your own domain.',
  why: 'Each server of another company can slow the page down, and learns that someone visits it.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/third-party-summary',
  run: (facts): Outcome => {
    const own = domainOfHost(ownUrlOf(facts).hostname);
    const other = [...hostsOf(facts)].map(domainOfHost).filter((domain) => domain !== own);
    const domains = [...new Set(other)];
    const value = {
      domains: domains.length,
      hosts: other.length,
      list: shortList(domains),
    };
    const list = `${value.list.slice(0, named).join(', ')}${domains.length > named ? ' and more' : ''}`;
    const summary =
      domains.length === 0
        ? 'Everything that the HTML loads is on the domain of the page.'
        : `The HTML makes browsers contact ${counted(other.length, 'host')} of ${counted(domains.length, 'other domain')}: ${list}.`;
    return { status: 'pass', summary, value };
  },
};

function hostsOf({ page, urls }: AuditFacts): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const resource of urls.resources) {
    if (hosts.size >= mostHosts) return hosts;
    if (isLoaded(resource)) hosts.add(resource.url.hostname);
  }
  const links = page.links.filter(({ rel, href }) => href && rel.some((word) => hints.has(word)));
  for (const { href } of links.slice(0, mostHints)) {
    const url = resolveUrl(href ?? '', urls.base.href)?.url;
    if (url !== undefined && isWebUrl(url)) hosts.add(url.hostname);
  }
  return hosts;
}

/**
 * Scripts that are data, wait for consent or are for old browsers, and disabled style sheets, are not loaded; media
 * only when they play.
 */
function isLoaded({ kind, tag }: PageResource): boolean {
  if (kind === 'script') return !tag.nomodule && isRunAsScript(tag.type);
  return kind === 'stylesheet' ? !tag.disabled : kind !== 'media';
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
