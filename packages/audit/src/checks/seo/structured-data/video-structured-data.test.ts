import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { videoStructuredData } from './video-structured-data.ts';

const player = '<video controls src=bake.mp4></video>';
const frame = (src: string) => `<iframe src="${src}" title="Baking"></iframe>`;
const youtube = frame('https://www.youtube.com/embed/abcdefghijk');
const data = (json: string) => `<script type="application/ld+json">${json}</script>`;

it.each([
  player,
  '<video controls><source src=a.webm><source src=a.mp4></video>',
  youtube,
  frame('//www.youtube-nocookie.com/embed/abcdefghijk?rel=0'),
  frame('https://player.vimeo.com/video/123456'),
])('notes %s', async (body) => {
  expect(await outcomeOf(videoStructuredData, { body })).toMatchObject({
    status: 'warn',
    summary: 'The page shows 1 video, and its structured data has no VideoObject.',
    value: { videos: 1 },
    evidence: [{ line: 1 }],
  });
  expect(videoStructuredData.importance).toBe('info');
});

it.each([
  ['JSON-LD', data('{"@context":"https://schema.org","@type":"VideoObject","name":"Baking"}')],
  [
    'a video of an article',
    data('{"@context":"https://schema.org","@type":"Article","video":{"@id":"#video"}}'),
  ],
  ['Microdata', '<div itemscope itemtype="https://schema.org/VideoObject"></div>'],
  ['Open Graph', '<meta property="og:video" content="https://example.com/bake.mp4">'],
  ['JSON-LD that is not valid', data('{"@type":')],
])('passes a video described by %s', async (_what, description) => {
  expect((await outcomeOf(videoStructuredData, { body: player + description })).status).toBe(
    'pass',
  );
});

it.each([
  ['a background', '<video autoplay muted loop playsinline src=oven.mp4></video>'],
  ['a background of Vimeo', frame('https://player.vimeo.com/video/1?background=1')],
  ['a video without controls', frame('https://www.youtube.com/embed/abcdefghijk?controls=0')],
  ['a hidden player', `<div hidden>${player}${youtube}</div>`],
  ['a map', frame('https://www.google.com/maps/embed?pb=1')],
  ['a channel', '<a href="https://www.youtube.com/@ann">Videos</a>'],
  ['a sound', '<audio controls src=a.mp3></audio>'],
])('does not apply to %s', async (_what, body) => {
  expect((await outcomeOf(videoStructuredData, { body })).status).toBe('na');
});
