import type { Check } from '../check.ts';
import { https } from './https.ts';

/** Transport, headers and what the page loads. */
export const securityChecks: readonly Check[] = [https];
