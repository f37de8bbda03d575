import type { PageLink } from '../../page-urls.ts';
import type { Check } from '../check.ts';
import { tagsEvidence } from '../evidence.ts';

/** Networks by the hosts of their profiles, apart from `www.` and other first labels. */
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

/** Where a link shares the page, shows one post, or loads a script, and leads to no profile. */
const noProfile =
  /^\/(?:sharer?(?:\.php|\/|$)|share(?:article)?\b|dialog\/|intent\/|home(?:\?|$)|hashtag\/|search\b|watch\b|embed\/|pin\/create|plugins\/|sharing\/|msg\/|login|policies|privacy|legal|help|tos\b)|\/(?:status|posts|videos?|photos?)\//i;

/** Links that are told. */
const mostTold = 25;

/** Which profiles in social networks the page links to. Nothing is judged: a site need not have any. */
export const socialLinks: Check = {
  id: 'social-links',
  category: 'miscellaneous',
  importance: 'info',
  title: 'Links to social profiles',
  advice:
    'Link to your profiles, and name them as sameAs in the structured data of your organisation.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/organization',
  run: ({ urls }) => {
    const found = urls.links.map(profileOf).filter((profile) => profile !== null);
    const seen = new Set<string>();
    const different = found.filter(({ url }) => !seen.has(url) && seen.add(url));
    if (different.length === 0) {
      return { status: 'na', summary: 'The page links to no social profile.' };
    }
    const names = [...new Set(different.map(({ network }) => network))];
    return {
      status: 'pass',
      summary: `The page links to profiles on ${names.join(', ')}.`,
      value: different.slice(0, mostTold).map(({ network, url }) => ({ network, url })),
      evidence: tagsEvidence(different),
    };
  },
};

function profileOf({ kind, tag, url }: PageLink) {
  if (kind !== 'external' || url === null) return null;
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

/** Characters of a URL in the value. */
const maxLength = 300;
