import type { Check } from '../../check.ts';
import { h1 } from './h1.ts';

/** Headings and text. */
export const contentChecks: readonly Check[] = [h1];
