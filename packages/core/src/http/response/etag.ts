import { createHash } from 'node:crypto';

/** The strong entity tag of a body (RFC 9110), derived from its bytes. */
export function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Whether an `If-None-Match` header contains the tag. The comparison is weak: `W/"x"` matches `"x"`. */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
