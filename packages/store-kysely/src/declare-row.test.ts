import type { Job } from '@sitegrade/core';
import { expect, it } from 'vitest';
import { declareRow } from './declare-row.ts';

it('reads the columns of a model, under their other names too', () => {
  const { columns, read } = declareRow<'sitegrade_jobs', Job>()({
    batchId: 'number',
    url: ['url_search', 'same'],
    error: 'json',
    createdAt: 'time',
    endedAt: 'time',
  });
  expect(columns).toEqual(['batch_id', 'url_search', 'error', 'created_at', 'ended_at']);
  const row = { batch_id: '7', url_search: 'a', error: null, created_at: 1, ended_at: null };
  expect(read(row as never)).toEqual({
    batchId: 7,
    url: 'a',
    error: null,
    createdAt: new Date(1),
    endedAt: null,
  });
});

it('refuses what does not fit: types are compared when this file is checked', () => {
  const ofJobs = declareRow<'sitegrade_jobs', Job>();
  // @ts-expect-error -- There is no column next_attempt_at.
  ofJobs({ nextAttemptAt: 'time' });
  // @ts-expect-error -- A column that may be null, for a property that may not.
  ofJobs({ url: ['error', 'same'] });
  // @ts-expect-error -- A number is not a time.
  ofJobs({ createdAt: 'number' });
  expect(ofJobs({}).columns).toEqual([]);
});
