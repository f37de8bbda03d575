import type { Outcome } from '../outcome.ts';

/** The outcome of a check of scripts that the browser did not list. */
export const scriptsNotListed: Outcome = {
  status: 'error',
  summary: 'This check could not be evaluated: the browser did not list the scripts of the page.',
};
