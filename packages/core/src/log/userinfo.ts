/**
 * Takes user names and passwords out of the URLs in a text: `http://user:pass@host` and
 * `postgres://user:pass@host`, also where the password is not encoded as a URL would have it.
 */
export function withoutUserinfo(text: string, mark: string): string {
  if (!text.includes('@')) return text;
  return text.replace(/[^\s"'<>`]+/g, (word) => {
    const at = word.lastIndexOf('@');
    if (at === -1) return word;
    const start = userinfoStart(word, at);
    return start === undefined ? word : word.slice(0, start) + mark + word.slice(at);
  });
}

/** Where the user name begins that ends at the last `@`; `undefined` where there is none. */
function userinfoStart(word: string, at: number): number | undefined {
  let slashes = word.indexOf('://');
  if (slashes === -1) {
    // `user:pass@host`, as connection strings go without a scheme, and no path such as `C:\x\@scope`.
    const before = word.slice(0, at);
    if (/^mailto:|^\(?[a-z]:\\.*\\$/i.test(before)) return undefined;
    return /^[^:@/]+:/.test(before) ? 0 : undefined;
  }
  while (slashes !== -1 && slashes < at) {
    const start = slashes + 3;
    const end = word.slice(start).search(/[/?#]/);
    const authority = end === -1 ? word.slice(start) : word.slice(start, start + end);
    // A colon may be a port, but also a password with a slash in it: better hide too much.
    if (/[@:]/.test(authority)) return start;
    slashes = word.indexOf('://', start);
  }
  return undefined;
}
