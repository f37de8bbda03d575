import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { thirdPartyHosts } from './third-party-hosts.ts';

const of = (html: string, url = 'https://www.example.com/page') =>
  outcomeOf(thirdPartyHosts, { html: `<!doctype html>${html}`, url });

it('counts hosts of scripts, style sheets, images, frames, objects and hints by their domain', async () => {
  expect(
    await of(`<head><script src="//cdn.a.test/x.js"></script>
      <script type=module src=https://www.a.test/y.js></script>
      <link rel=stylesheet href=https://fonts.b.test/css>
      <link rel="preconnect" href=https://static.b.test crossorigin>
      <link rel=preload as=font href=https://c.test/a.woff2>
      <link rel=modulepreload href=https://d.test/m.js></head>
      <img srcset="https://e.co.uk/1.png 1x"><iframe src=https://f.test/></iframe>
      <object data=https://g.test/x></object>`),
  ).toMatchObject({
    status: 'pass',
    summary:
      'The HTML makes browsers contact 9 hosts of 7 other domains: a.test, b.test, e.co.uk, f.test, g.test and more.',
    value: {
      domains: 7,
      hosts: 9,
      list: ['a.test', 'b.test', 'e.co.uk', 'f.test', 'g.test', 'c.test', 'd.test'],
    },
  });
});

it('names one', async () => {
  expect((await of('<img src=https://a.test/1.png><img src=https://a.test/2.png>')).summary).toBe(
    'The HTML makes browsers contact 1 host of 1 other domain: a.test.',
  );
});

it.each([
  ['the same host', '<script src=/a.js></script><img src="data:,">'],
  ['other hosts of the domain', '<img src=https://img.example.com/a><img src=//example.com/b>'],
  [
    'links, and what nothing loads',
    '<a href=https://a.test/>a</a><link rel=canonical href=https://a.test>',
  ],
  ['an address that is only resolved', '<link rel=dns-prefetch href=//a.test>'],
  ['a script that waits for consent', '<script type=text/plain src=https://a.test/x.js></script>'],
  ['a script for old browsers', '<script nomodule src=https://a.test/x.js></script>'],
  ['a disabled style sheet', '<link rel=stylesheet disabled href=https://a.test/x.css>'],
  ['a video', '<video src=https://a.test/x.mp4></video>'],
  [
    'hints without a URL',
    '<link rel=preload as=image imagesrcset="a 1x"><link rel=preconnect href>',
  ],
])('counts none for %s', async (_what, html) => {
  expect(await of(html)).toMatchObject({ status: 'pass', value: { domains: 0, hosts: 0 } });
});

it('does not count shops of one registry as one domain', async () => {
  expect(await of('<img src=https://other.co.uk/a>', 'https://example.co.uk/')).toMatchObject({
    value: { domains: 1 },
  });
});

it('counts a limited number of hosts and hints', async () => {
  const many = (tag: (index: number) => string) =>
    Array.from({ length: 900 }, (_, i) => tag(i)).join('');
  const html =
    many((i) => `<img src=https://a${i}.test/>`) +
    many((i) => `<link rel=preconnect href=//b${i}.test>`);
  expect((await of(html)).value).toMatchObject({ hosts: 500, list: { length: 25 } });
  const hints = many((i) => `<link rel=preconnect href=//b${i}.test>`);
  expect((await of(hints)).value).toMatchObject({ hosts: 200 });
});
