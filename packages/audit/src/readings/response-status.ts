/** Statuses that servers often send only to automated clients, sometimes including search engines by mistake. */
export const refusals: ReadonlySet<number> = new Set([401, 403, 407, 429, 451, 503]);

/** Too Many Requests (RFC 6585 §4): a rate limit for this client, which may not apply to others. */
export const tooManyRequests = 429;
