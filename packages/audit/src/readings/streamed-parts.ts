import type { PageFacts, Position } from '../page/page-facts.ts';

/** Number of words in the parts of a page that a script of React shows, which has not run. */
export function streamedWordsOf({ streamed, isBuilt }: PageFacts): number {
  return isBuilt ? 0 : (streamed?.words ?? 0);
}

/** Whether something is in the part of a page that React streams after the rest. */
export function isStreamed({ streamed }: PageFacts, { line, column }: Position): boolean {
  if (streamed === null) return false;
  return line > streamed.line || (line === streamed.line && column >= streamed.column);
}
