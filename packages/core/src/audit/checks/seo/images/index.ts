import type { Check } from '../../check.ts';
import { imageAlt } from './image-alt.ts';

/** Images. */
export const imageChecks: readonly Check[] = [imageAlt];
