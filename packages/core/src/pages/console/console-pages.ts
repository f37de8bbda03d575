import type { PagesSettings } from '../../http/pages-options.ts';
import type { Page } from '../page-route.ts';

/** The pages of the console. */
export function consolePages(_settings: PagesSettings): readonly Page[] {
  return [];
}
