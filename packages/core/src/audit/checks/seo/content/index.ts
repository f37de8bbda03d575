import type { Check } from '../../check.ts';
import { h1 } from './h1.ts';
import { headingEmpty } from './heading-empty.ts';
import { headingLength } from './heading-length.ts';
import { headingOrder } from './heading-order.ts';

/** Headings and text. */
export const contentChecks: readonly Check[] = [h1, headingOrder, headingEmpty, headingLength];
