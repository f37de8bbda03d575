/** Statuses of redirects to one URL, which `Location` names: without 300 and 304 (RFC 9110 §15.4). */
export const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
