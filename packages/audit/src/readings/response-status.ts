/** Statuses that servers often send only to automated clients, sometimes including search engines by mistake. */
export const refusals: ReadonlySet<number> = new Set([401, 403, 407, 429, 451, 503]);

/** No Content, Reset Content and Not Modified: their responses never have a body (RFC 9110). */
export const withoutContent: ReadonlySet<number> = new Set([204, 205, 304]);

/** Too Many Requests (RFC 6585 §4): a rate limit for this client, which may not apply to others. */
export const tooManyRequests = 429;
