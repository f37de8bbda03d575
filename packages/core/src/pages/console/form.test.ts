import { SitegradeError } from '@sitegrade/foundation/errors';
import { expect, it } from 'vitest';
import { refusalOf } from './form.ts';

const fields = ['url', 'max_pages', 'include'] as const;

it.each([
  [
    new SitegradeError('invalid_input', 'maxPages must be an integer.', {
      issues: { maxPages: ['must be an integer.'], 'include.3': ['must begin with /.'] },
    }),
    { issues: { max_pages: ['must be an integer.'], 'include.3': ['must begin with /.'] } },
  ],
  [
    new SitegradeError('invalid_input', 'other is not known.', { issues: { other: ['No.'] } }),
    { issues: { url: ['other is not known.'] } },
  ],
  [
    new SitegradeError('rate_limited', 'Too many.', { retryAfterSeconds: 7 }),
    { status: 429, headers: { 'retry-after': '7' }, issues: { url: ['Too many.'] } },
  ],
])('shows %s at its field, or else at the first', (error, expected) => {
  const sent = new Map([['url', ['x']]]);
  expect(refusalOf(error, fields, sent)).toEqual({ sent, status: 422, headers: {}, ...expected });
});

it.each([
  new SitegradeError('not_found', 'Missing.'),
  new SitegradeError('internal', 'Broken.'),
  new Error('Unknown'),
])('leaves %s to the error page', (error) => {
  expect(() => refusalOf(error, fields)).toThrow(error);
});
