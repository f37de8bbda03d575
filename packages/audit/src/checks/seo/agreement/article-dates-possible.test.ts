import { expect, it } from 'vitest';
import { script } from '../../../readings/structured-data/fixtures/structured-page.ts';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { articleDatesPossible } from './article-dates-possible.ts';

const now = new Date('2026-06-01T12:00:00Z');
const of = (type: string, properties: object) =>
  outcomeOf(articleDatesPossible, {
    head: script({ '@context': 'https://schema.org', '@type': type, ...properties }),
    now,
  });

it.each([
  ['datePublished is in the future (2026-06-03)', { datePublished: '2026-06-03' }],
  [
    'datePublished is in the future (2062-06-01)',
    { datePublished: '2062-06-01', dateModified: '2026-05-01' },
  ],
  [
    'dateModified is in the future (2026-06-03)',
    { datePublished: '2026-05-01', dateModified: '2026-06-03' },
  ],
])('finds that %s', async (what, properties) => {
  const outcome = await of('BlogPosting', properties);
  expect(outcome).toMatchObject({
    status: 'warn',
    summary: `In the structured data, ${what}.`,
    evidence: [{ kind: 'html' }],
  });
  expect((await of('WebPage', properties)).status).toBe('warn');
});

it.each([
  ['today, in another time zone', 'Article', { datePublished: '2026-06-02T01:00:00+13:00' }],
  ['a day that has begun in Auckland', 'Article', { datePublished: '2026-06-02' }],
  [
    'changed on the day',
    'Article',
    { datePublished: '2026-05-02T00:00+02:00', dateModified: '2026-05-01' },
  ],
  [
    'a change in the time zone of the editor',
    'Article',
    { datePublished: '2026-05-02', dateModified: '2026-05-01' },
  ],
  ['a change today, in another time zone', 'Article', { dateModified: '2026-06-02' }],
  [
    'a page that was scheduled',
    'Article',
    { datePublished: '2026-05-25T08:00Z', dateModified: '2026-05-07T10:00Z' },
  ],
  ['an old page', 'Article', { datePublished: '1999-01-01', dateModified: '2026-05-01' }],
])('passes %s', async (_name, type, properties) => {
  expect((await of(type, properties)).status).toBe('pass');
});

it.each([
  ['a book that appears in autumn', 'Book', { datePublished: '2026-10-01' }],
  ['a film', 'Movie', { datePublished: '2027-01-01' }],
  ['a journal with a later issue', 'ScholarlyArticle', { datePublished: '2026-12-01' }],
  ['a premiere', 'VideoObject', { uploadDate: '2026-12-01' }],
  ['an event', 'Event', { startDate: '2027-01-01' }],
  ['a month', 'Article', { datePublished: '2026-12' }],
  ['no dates', 'Article', {}],
])('does not apply to %s', async (_name, type, properties) => {
  expect((await of(type, properties)).status).toBe('na');
});
