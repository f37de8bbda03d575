import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { Filmstrip } from './filmstrip.tsx';

it('shows each picture with its time, and nothing without pictures', () => {
  const film = [
    { atMs: 900, image: Uint8Array.of(255, 216, 255) },
    { atMs: 1_500, image: Uint8Array.of(255, 216, 254) },
  ];
  const html = renderToString(h(Filmstrip, { film }));
  expect(
    [...html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, ...parts]) => parts),
  ).toEqual([
    ['data:image/jpeg;base64,/9j/', 'The screen after 900 ms'],
    ['data:image/jpeg;base64,/9j+', 'The screen after 1.5 s'],
  ]);
  expect([...html.matchAll(/<figcaption>(.*?)</g)].map(([, time]) => time)).toEqual([
    '900 ms',
    '1.5 s',
  ]);
  expect(renderToString(h(Filmstrip, { film: [] }))).toBe('');
});
