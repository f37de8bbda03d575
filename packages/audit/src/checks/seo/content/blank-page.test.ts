import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { blankPage } from './blank-page.ts';

it.each([
  ['no bytes', { html: '' }],
  ['a head alone', { head: '<title>Rye</title><meta name="description" content="Rye.">' }],
  ['empty elements', { body: '<div id="content"><p> </p></div>' }],
  ['data for scripts, without a script', { body: '<script type="application/json">{}</script>' }],
])('reports a page of %s', async (_name, page) => {
  expect(await outcomeOf(blankPage, page)).toMatchObject({
    status: 'fail',
    summary: 'The page has no visible text, links, images, forms, frames or media.',
  });
});

it.each([
  ['a word', '<p>Rye</p>', 'The page has 1 word of visible text.'],
  [
    'an image',
    '<img src=a.png>',
    'The page has no text, but links, images, forms, frames or media.',
  ],
  ['a frame', '<iframe src=/map></iframe>', expect.stringContaining('no text')],
  ['a video', '<video src=a.mp4></video>', expect.stringContaining('no text')],
  ['a form', '<form><input></form>', expect.stringContaining('no text')],
])('passes a page with %s', async (_name, body, summary) => {
  expect(await outcomeOf(blankPage, { body })).toMatchObject({ status: 'pass', summary });
});

it('does not apply to a page that scripts may fill', async () => {
  const body = '<script>document.body.append("Rye")</script>';
  expect(await outcomeOf(blankPage, { body })).toMatchObject({ status: 'na' });
});
