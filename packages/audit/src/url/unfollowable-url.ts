/** URLs of servers for scripts and forms. A link to one leads no crawler to a page, and is not broken either. */
const unfollowable: readonly (
  | {
      /** Everything whose path starts so. */
      readonly folder: string;
      readonly source: string;
    }
  | {
      /** Everything whose path ends so. */
      readonly file: string;
      readonly source: string;
    }
)[] = [
  // Functions of Cloudflare. `/cdn-cgi/l/email-protection` stands for an address that a script shows.
  {
    folder: '/cdn-cgi/',
    source: 'https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/',
  },
  // The form for comments of WordPress, and its interface for programs: status 405 for what sends nothing.
  {
    file: '/wp-comments-post.php',
    source: 'https://github.com/WordPress/WordPress/blob/master/wp-comments-post.php',
  },
  { file: '/xmlrpc.php', source: 'https://core.trac.wordpress.org/changeset/31004' },
];

/**
 * Whether a URL cannot be that of a page that a crawler requests, although links name it.
 *
 * @param href - An absolute http(s) URL, as of `URL.href`.
 */
export function isUnfollowable(href: string): boolean {
  const start = href.indexOf('/', 'https://'.length);
  if (start === -1) return false;
  const query = href.indexOf('?');
  const hash = href.indexOf('#');
  const end = Math.min(query === -1 ? href.length : query, hash === -1 ? href.length : hash);
  return unfollowable.some((place) =>
    'folder' in place ? href.startsWith(place.folder, start) : href.endsWith(place.file, end),
  );
}
