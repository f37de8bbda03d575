import { expect, it } from 'vitest';
import { factsOf, outcomeOf, responseProbe } from '../../fixtures/facts-of.ts';
import { imageFormat } from './image-format.ts';

const of = (body: string) => outcomeOf(imageFormat, { body });

/** A page with one requested image, and its response. */
async function sampled(body: string, contentType: string) {
  const { page } = await factsOf({ body });
  const [tag] = page.images;
  if (!tag) throw new Error('The page under test has no image.');
  const probe = responseProbe(`https://example.com/${tag.src}`, { contentType });
  return outcomeOf(imageFormat, {
    body,
    probes: { images: { total: 1, sample: [{ tag, own: true, probe }] } },
  });
}

it.each([
  '<img src=a.webp>',
  '<img src=A.AVIF>',
  '<img src=a.svg>',
  '<img srcset="a.webp 1x, b.webp 2x">',
  '<picture><source srcset=a.avif><img src=a.jpg></picture>',
  '<picture><source type="image/webp" srcset="/i?7"><source srcset=a.jpg><img src=a.jpg></picture>',
  '<picture><source srcset="a.webp 1x, b.webp 2x"><img src=a.jpg></picture>',
])('passes %s', async (body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  '<img src=a.jpg>',
  '<img src=a.PNG?v=2>',
  '<img src=a.gif width=300 height=64>',
  '<img src=a.gif width=101 height=100>',
  '<img src=a.gif height=10>',
  '<img src=blueprints.png class="no-feedback">',
  '<img src=/logo/loaf.jpg alt=logo>',
  '<img src=catalogone.jpg>',
  '<picture><source srcset=b.jpg media="(min-width: 9em)"><img src=a.jpg></picture>',
])('warns about %s', async (body) => {
  expect(await of(body)).toMatchObject({
    status: 'warn',
    value: { images: 1, old: 1 },
    evidence: [{ kind: 'html', line: 1 }],
  });
});

it('gives each picture its own sources', async () => {
  const modern = '<picture><source srcset=a.avif><img src=a.jpg></picture>';
  const plain = '<picture><source srcset=b.png><img src=b.jpg></picture>';
  const left = '<picture><source srcset=c.avif></picture>';
  expect(await of(`${modern}\n${plain}${modern}`)).toMatchObject({
    value: { images: 3, old: 1 },
    evidence: [{ text: '<img src=b.jpg>', line: 2 }],
  });
  expect(await of(left + plain)).toMatchObject({ value: { images: 1, old: 1 } });
  expect(await of(`${modern}<img src=d.jpg>`)).toMatchObject({ value: { images: 2, old: 1 } });
});

it.each([
  '<p>Text</p>',
  '<img src=/image/7>',
  '<img src="data:image/png;base64,AAAA">',
  '<img src=pixel.gif style="display:none">',
  '<img src=1x1.gif data-src=loaf.webp>',
  '<img src=1x1.gif data-lazy-srcset="loaf.webp 2x">',
  '<img src=icon.png width=16 height=16>',
  '<img src=a.png width=150 height=55>',
  '<img src=a.png width=100px height=100>',
  '<img src=/img/rss-feed.png>',
  '<img src=/img/Favicon_2.png>',
  '<img src=/img/sitelogo.png?v=2>',
  '<img src=printfriendly.gif>',
  '<img src=a.png class="custom-logo">',
  '<img src=a.gif class=print>',
  '<img src="https://a.imgix.net/a.jpg?auto=format,compress">',
  '<img src="https://res.cloudinary.com/x/image/upload/f_auto,q_auto/a.jpg">',
  '<img src="/cdn-cgi/image/format=auto/a.jpg">',
  '<img src="/_next/image?url=%2Fa.jpg&w=640">',
  '<img src="https://i0.wp.com/example.com/a.jpg">',
])('does not know the format of %s', async (body) => {
  expect((await of(body)).status).toBe('na');
});

it('uses the response of a sample, also for other images of that host', async () => {
  const body = '<img src=a.jpg><img src=b.jpg>';
  expect(await sampled(body, 'image/webp')).toMatchObject({
    status: 'pass',
    value: { images: 1, old: 0 },
  });
  // With our Accept header, some servers send an older format than to browsers.
  expect((await sampled('<img src=image-7>', 'image/jpeg')).status).toBe('na');
  expect(imageFormat.importance).toBe('info');
});
