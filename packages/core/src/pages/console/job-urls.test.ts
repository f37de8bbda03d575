import { expect, it } from 'vitest';
import { maxJobsAtOnce } from '../../jobs/create-jobs.ts';
import { lineIssues, urlLines } from './job-urls.ts';

it('urlLines keeps the number of each line, and ignores those without a URL', () => {
  expect(urlLines('\r\n a.test \n\n\t\nb.test\rc.test\n')).toEqual([
    { line: 2, url: 'a.test' },
    { line: 5, url: 'b.test' },
    { line: 6, url: 'c.test' },
  ]);
  expect(urlLines(' \n\n')).toEqual([]);
});

it('urlLines stops when there is one line more than allowed', () => {
  expect(urlLines('a.test\n'.repeat(maxJobsAtOnce))).toHaveLength(maxJobsAtOnce);
  const many = urlLines('\na.test'.repeat(100_000));
  expect(many).toHaveLength(maxJobsAtOnce + 1);
  expect(many.at(-1)).toEqual({ line: maxJobsAtOnce + 2, url: 'a.test' });
});

it('lineIssues finds the lines of the URLs that are wrong', () => {
  const lines = urlLines('a.test\n\nftp://b.test\nc.test\nftp://d.test');
  const issues = { 'urls.1': ['One.', 'Two.'], 'urls.3': ['Three.'] };
  expect(lineIssues({ issues }, lines)).toEqual([
    { line: 3, url: 'ftp://b.test', issue: 'One.' },
    { line: 5, url: 'ftp://d.test', issue: 'Three.' },
  ]);
  expect(lineIssues({ issues: { urls: ['must not be empty.'] } }, lines)).toEqual([]);
  expect(lineIssues({ issues: undefined }, lines)).toEqual([]);
});
