import { explicitRoleOf } from './aria-roles.ts';

/**
 * Roles of DPUB-ARIA that are links or images.
 * Source: https://www.w3.org/TR/dpub-aria-1.1/#role_definitions
 */
const inherited = new Map([
  ['doc-backlink', 'link'],
  ['doc-biblioref', 'link'],
  ['doc-glossref', 'link'],
  ['doc-noteref', 'link'],
  ['doc-cover', 'img'],
]);

/** The role that a `role` attribute gives, lower-case; `null` where it gives none. */
export function roleOf(value: string | null): string | null {
  const role = explicitRoleOf(value);
  return role === null ? null : (inherited.get(role) ?? role);
}
