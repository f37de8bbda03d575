import type { Check } from '../../check.ts';

/** Structured data, and what the page looks like where it is shared. */
export const structuredDataChecks: readonly Check[] = [];
