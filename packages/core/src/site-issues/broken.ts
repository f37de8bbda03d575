/**
 * Statuses of URLs that are broken for everyone. Sites refuse automated requests with 401, 403, 429, 503 or a
 * their own status, and 408 and 425 are worth another attempt.
 */
const brokenStatuses: ReadonlySet<number> = new Set([404, 410, 500, 501, 502, 504, 505]);

/** Whether a URL of the site with this status is broken for everyone; without a response it is not known to be. */
export function isBroken(httpStatus: number | null): boolean {
  return httpStatus !== null && brokenStatuses.has(httpStatus);
}
