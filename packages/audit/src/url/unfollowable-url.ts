/** URLs of servers for scripts and forms. A link to one leads no crawler to a page, and is not broken either. */
const unfollowable: readonly {
  /** What the URL is for. */
  readonly what: string;
  /** Where this is documented. */
  readonly source: string;
  /** Tests the path of a URL. */
  readonly isPath: (path: string) => boolean;
}[] = [
  {
    what: 'functions of Cloudflare; email-protection stands for an address that a script shows',
    source: 'https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/',
    isPath: (path) => path.startsWith('/cdn-cgi/'),
  },
  {
    what: 'the form for comments of WordPress: status 405 unless it is sent',
    source: 'https://github.com/WordPress/WordPress/blob/master/wp-comments-post.php',
    isPath: (path) => path.endsWith('/wp-comments-post.php'),
  },
  {
    what: 'the interface of WordPress for programs: status 405 unless they send something',
    source: 'https://core.trac.wordpress.org/changeset/31004',
    isPath: (path) => path.endsWith('/xmlrpc.php'),
  },
];

/**
 * Whether a URL belongs to no page that a crawler could request, although links name it.
 *
 * @param href - An absolute http(s) URL, as of `URL.href`.
 */
export function isUnfollowable(href: string): boolean {
  const start = href.indexOf('/', 'https://'.length);
  if (start === -1) return false;
  const end = href.slice(start).search(/[?#]/);
  const path = end === -1 ? href.slice(start) : href.slice(start, start + end);
  return unfollowable.some(({ isPath }) => isPath(path));
}
