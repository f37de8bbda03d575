import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { metaDescription } from './meta-description.ts';

const tag = '<meta name="Description" content=" What it is about. ">';

it('passes a description with its name in any case', async () => {
  expect(await outcomeOf(metaDescription, { head: tag })).toMatchObject({
    status: 'pass',
    value: 'What it is about.',
    evidence: [{ kind: 'html', text: tag }],
  });
});

it('fails a page without one, and an empty one', async () => {
  expect((await outcomeOf(metaDescription)).summary).toBe('The page has no meta description.');
  const empty = await outcomeOf(metaDescription, { head: '<meta name=description content=" ">' });
  expect(empty).toMatchObject({ status: 'fail', summary: 'The meta description is empty.' });
});

it('fails one without visible characters', async () => {
  const head = '<meta name=description content="&#x200B;&nbsp;">';
  expect((await outcomeOf(metaDescription, { head })).summary).toBe(
    'The meta description is empty.',
  );
});

it('uses the second one if the first is empty', async () => {
  const head = `<meta name=description content="">${tag}`;
  expect((await outcomeOf(metaDescription, { head })).status).toBe('pass');
});

it('fails one in the body, and quotes it', async () => {
  const outcome = await outcomeOf(metaDescription, { body: `<p>Text</p>${tag}` });
  expect(outcome).toMatchObject({ status: 'fail', evidence: [{ text: tag }] });
  expect(outcome.summary).toContain('outside the <head>');
});

it('ignores og:description', async () => {
  const head = '<meta property="og:description" content="For sharing">';
  expect((await outcomeOf(metaDescription, { head })).status).toBe('fail');
});
