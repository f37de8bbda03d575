import type { AnchorFact } from '../../page/page-facts.ts';
import { tagsEvidence } from '../../readings/evidence.ts';
import type { PageLink } from '../../readings/page-urls.ts';
import type { Check } from '../check.ts';

/** Networks by the domain of their profiles, without `www.` and other subdomains. */
const networks: ReadonlyMap<string, string> = new Map([
  ['facebook.com', 'Facebook'],
  ['fb.com', 'Facebook'],
  ['instagram.com', 'Instagram'],
  ['twitter.com', 'X'],
  ['x.com', 'X'],
  ['linkedin.com', 'LinkedIn'],
  ['xing.com', 'Xing'],
  ['youtube.com', 'YouTube'],
  ['tiktok.com', 'TikTok'],
  ['pinterest.com', 'Pinterest'],
  ['threads.net', 'Threads'],
  ['threads.com', 'Threads'],
  ['bsky.app', 'Bluesky'],
  ['mastodon.social', 'Mastodon'],
  ['github.com', 'GitHub'],
  ['t.me', 'Telegram'],
  ['vk.com', 'VK'],
  ['vimeo.com', 'Vimeo'],
  ['twitch.tv', 'Twitch'],
  ['discord.gg', 'Discord'],
  ['weibo.com', 'Weibo'],
  ['line.me', 'LINE'],
]);

/** Paths that are not profiles: share links, posts, scripts. */
const noProfile =
  /^\/(?:sharer?(?:\.php|\/|$)|share(?:article)?\b|dialog\/|intent\/|home(?:\?|$)|hashtag\/|search\b|watch\b|embed\/|pin\/create|plugins\/|sharing\/|msg\/|login|policies|privacy|legal|help|tos\b)|\/(?:status|posts|videos?|photos?)\//i;

/** The number of links in the value at most. */
const maxListed = 25;

/**
 * Lists the social profiles that the page links to.
 *
 * @remarks That the page should link to profiles is ours: a site needs none, so the check never fails.
 */
export const socialLinks: Check = {
  id: 'social-links',
  category: 'miscellaneous',
  importance: 'info',
  title: 'The page links to social profiles',
  advice:
    'Add links to your social profiles, and list them as sameAs in the structured data of your organisation.',
  why: 'Visitors who want to follow you find your profiles here, and see which ones are really yours.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/organization',
  run: ({ urls }) => {
    const byUrl = new Map<string, Profile>();
    for (const link of urls.links) {
      const profile = link.kind === 'external' ? profileOf(link) : null;
      if (profile !== null && !byUrl.has(profile.url)) byUrl.set(profile.url, profile);
    }
    const different = [...byUrl.values()];
    if (different.length === 0) {
      return { status: 'na', summary: 'The page links to no social profile.' };
    }
    const names = [...new Set(different.map(({ network }) => network))];
    return {
      status: 'pass',
      summary: `The page links to profiles on ${names.join(', ')}.`,
      value: different.slice(0, maxListed).map(({ network, url }) => ({ network, url })),
      evidence: tagsEvidence(different),
    };
  },
};

interface Profile {
  readonly tag: AnchorFact;
  readonly network: string;
  readonly url: string;
}

function profileOf({ tag, url }: PageLink): Profile | null {
  if (url === null) return null;
  const isMine = tag.rel.includes('me');
  const { hostname } = url;
  const domain = hostname.slice(hostname.lastIndexOf('.', hostname.lastIndexOf('.') - 1) + 1);
  const network = networks.get(domain);
  if (network === undefined && !isMine) return null;
  if (!isMine && (url.pathname === '/' || noProfile.test(url.pathname))) return null;
  return {
    tag,
    network: network ?? hostname,
    url: url.href.slice(0, maxLength).toWellFormed(),
  };
}

/** The length of a URL in the value at most. */
const maxLength = 300;
