import type { PageFacts } from '../page/page-facts.ts';

/** Whether a page is in AMP (https://amp.dev/documentation/guides-and-tutorials/learn/spec/amphtml). */
export function isAmp({ html }: Pick<PageFacts, 'html'>): boolean {
  return /\s(?:amp|⚡)[\s=>]/i.test(html?.html ?? '');
}
