import type { Check } from '../check.ts';
import { cls } from './cls.ts';
import { lcp } from './lcp.ts';
import { tbt } from './tbt.ts';
import { unusedPreload } from './unused-preload.ts';

/** How fast the page is loaded in a browser. */
export const speedChecks: readonly Check[] = [lcp, cls, tbt, unusedPreload];
