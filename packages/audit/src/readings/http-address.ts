/** Longer addresses are not valid (RFC 5321 §4.5.3.1). */
const longest = 400;

/**
 * Whether an `href` is an email address after `http://`, such as `http://info@example.com`: browsers take what is
 * before the @ for a user name, and open the home page of the host. A password, a path or a query speak against it.
 */
export function isHttpAddress(href: string): boolean {
  return href.length <= longest && href.includes('@') && address.test(href.trim());
}

const address = /^https?:\/\/[\w.+%-]{1,64}@(?:[\w-]{1,63}\.){1,5}[a-z]{2,24}\/?$/i;
