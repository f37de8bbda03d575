import type { Page } from '../page-route.ts';

/** The shared pages. */
export const sharePages: readonly Page[] = [];
