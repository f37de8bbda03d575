import type { Check } from '../check.ts';
import { favicon } from './favicon.ts';

/** What fits nowhere else. */
export const miscellaneousChecks: readonly Check[] = [favicon];
