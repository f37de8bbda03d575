import type { Check } from '../../check.ts';
import { linksBroken } from './links-broken.ts';

/** Links. */
export const linkChecks: readonly Check[] = [linksBroken];
