/** Ratings from best to worst. */
export const results = ['good', 'decent', 'bad'] as const;

/** A report's rating: good from 80, decent from 50, bad below. */
export type Result = (typeof results)[number];

/** The rating of a score. */
export function resultOf(score: number): Result {
  if (score >= 80) return 'good';
  return score >= 50 ? 'decent' : 'bad';
}
