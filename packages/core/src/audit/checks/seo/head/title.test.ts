import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { title } from './title.ts';

it('passes a title and quotes it with its place', async () => {
  expect(await outcomeOf(title, { head: '<title> A  page </title>' })).toMatchObject({
    status: 'pass',
    value: 'A page',
    evidence: [{ kind: 'html', text: '<title>', line: 1 }],
  });
});

it('takes the first title with text', async () => {
  const outcome = await outcomeOf(title, { head: '<title> </title><title>Second</title>' });
  expect(outcome).toMatchObject({ status: 'pass', value: 'Second' });
});

it('fails a page without a title, and one whose title is white space', async () => {
  expect((await outcomeOf(title)).summary).toBe('The page has no title.');
  expect(await outcomeOf(title, { head: '<title>&nbsp; \n</title>' })).toMatchObject({
    status: 'fail',
    summary: 'The title is empty.',
    evidence: [{ text: '<title>' }],
  });
});

it("does not take an image's title for the page's", async () => {
  const outcome = await outcomeOf(title, { body: '<svg><title>A chart</title></svg>' });
  expect(outcome.status).toBe('fail');
});
