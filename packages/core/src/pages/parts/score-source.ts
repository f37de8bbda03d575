import type { ScoreSource } from '../../store/website-score.ts';
import { english as text } from '../english.ts';

/** What a score is from and when, in a few words. */
export function scoreSourceText({ kind, pages, measuredAt }: ScoreSource): string {
  return text.website.source(kind, pages, text.day(measuredAt));
}
