import type { Check } from '../check.ts';
import { compression } from './compression.ts';

/** How much there is to load, and how it is served. */
export const performanceChecks: readonly Check[] = [compression];
