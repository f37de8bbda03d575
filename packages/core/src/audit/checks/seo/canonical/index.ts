import type { Check } from '../../check.ts';
import { canonical } from './canonical.ts';
import { canonicalOther } from './canonical-other.ts';

/** Which address is the page's own, and where its other languages are. */
export const canonicalChecks: readonly Check[] = [canonical, canonicalOther];
