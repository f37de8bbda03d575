import { SitegradeError } from '@sitegrade/foundation/errors';
import { expect, it } from 'vitest';
import { formIssue } from './form-issue.ts';

it.each([
  [
    new SitegradeError('invalid_input', 'url must not be empty.', {
      issues: { url: ['must not be empty.'] },
    }),
    { status: 422, headers: {}, issue: 'must not be empty.' },
  ],
  [
    new SitegradeError('page_timed_out', 'The site took too long.'),
    { status: 422, headers: {}, issue: 'The site took too long.' },
  ],
  [
    new SitegradeError('rate_limited', 'Too many.', { retryAfterSeconds: 7 }),
    { status: 429, headers: { 'retry-after': '7' }, issue: 'Too many.' },
  ],
])('shows %s at the field', (error, expected) => {
  expect(formIssue(error, 'url')).toEqual(expected);
});

it.each([
  new SitegradeError('not_found', 'Missing.'),
  new SitegradeError('internal', 'Broken.'),
  new Error('Unknown'),
])('leaves %s to the error page', (error) => {
  expect(() => formIssue(error, 'url')).toThrow(error);
});
