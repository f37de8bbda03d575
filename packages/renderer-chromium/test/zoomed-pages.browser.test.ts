import { expect, it, vi } from 'vitest';
import { startSites } from './start-sites.ts';
import { pageOf, useRenderer } from './use-renderer.ts';

const sites = startSites();
const render = useRenderer(sites);

/** What a zoom does to the texts of a document. */
async function zoomedTextOf(body: string) {
  sites.serve(
    'http://site.test/',
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>t</title><style>* { font: 16px/1.2 sans-serif } .cut { overflow: hidden }</style>${body}</html>`,
  );
  // On a busy machine, the time may be over before the page is laid out twice.
  return vi.waitUntil(async () => pageOf(await render()).zoomedText, { timeout: 200_000 });
}

// 120 characters: one line at 1,280 pixels, and two at 640.
const sentence =
  'We bake rye bread and wheat rolls every morning at five, and sell them until noon in our shop at the old market square.';
const cut = `<p class="cut" style="height: 24px; position: relative">${sentence}</p>`;
const apart = (...parts: readonly string[]) =>
  parts.map((part) => `<section>${part}</section><hr><hr>`).join('');
const lines = Array.from({ length: 6 }, (_, line) => `Bread number ${line}`).join('<br>');

it.each([
  ['a height for one line', `<p class="cut" style="height: 1.5em">${sentence}</p>`],
  [
    'a height in pixels',
    `<div class="cut" style="height: 24px"><p style="margin: 0"><b>${sentence}</b></p></div>`,
  ],
  ['a part of the screen', `<div class="cut" style="height: 16vh">${lines}</div>`],
  [
    'styles for narrow screens',
    `<style>@media (max-width: 640px) { p { height: 1.5em; width: 50% } }</style><p class="cut">${sentence}</p>`,
  ],
  ['one line', `<p class="cut" style="white-space: nowrap">${sentence}</p>`],
  ['overflow: clip', `<p style="overflow: clip; height: 24px">${sentence}</p>`],
  [
    'its own box, on a page with a button',
    `<div class="cut"><button>Menu</button><div><div>${cut}</div></div></div>`,
  ],
  [
    'a picture with a veil and a link',
    `<style>div::before { content: ''; position: absolute; inset: 0; background: linear-gradient(rgb(0 0 0 / .5), rgb(0 0 0 / .2)) }</style>
    <div class="cut" style="position: relative; height: 44px"><h2 style="margin: 0">Bread</h2>${sentence}<a href="/order">Order</a></div>`,
  ],
])('finds text that is cut off by %s', async (_what, body) => {
  const zoomed = await zoomedTextOf(body);
  expect(zoomed).toMatchObject({ count: 1, clipped: [{ html: expect.any(String) }] });
});

it('names the elements that have the texts, and counts those it does not return', async () => {
  const paragraphs = `<p class="cut" style="height: 24px"><i>Rye</i> ${sentence}</p>`.repeat(25);
  const zoomed = await zoomedTextOf(paragraphs);
  expect(zoomed).toMatchObject({ texts: 50, count: 25 });
  expect(zoomed.clipped).toHaveLength(20);
  expect(zoomed.clipped[0]).toEqual({
    selector: 'p.cut:nth-of-type(1)',
    html: '<p class="cut" style="height: 24px">',
  });
});

it.each([
  ['fits', `<p class="cut">${sentence}</p>`],
  ['is cut off without zoom, too', `<p class="cut" style="height: 10px">${sentence}</p>`],
  [
    'ends with an ellipsis',
    `<p class="cut" style="white-space: nowrap; text-overflow: ellipsis">${sentence}</p>`,
  ],
  [
    'is limited to its first lines',
    `<p class="cut" style="display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1">${sentence}</p>`,
  ],
  [
    'is one line on purpose',
    `<p class="cut" style="height: 20px; line-height: 20px">${sentence}</p>`,
  ],
  [
    'scrolls',
    `<div class="cut" style="height: 24px"><div style="height: 24px; overflow: auto">${sentence}</div></div>`,
  ],
  [
    'can be opened',
    `<div><p class="cut" style="height: 24px">${sentence}</p><button>Read more</button></div>`,
  ],
  ['opens on a click', `<p class="cut" style="height: 24px; cursor: pointer">${sentence}</p>`],
  [
    'fades out',
    `<p class="cut" style="height: 24px; mask-image: linear-gradient(black, transparent)">${sentence}</p>`,
  ],
  [
    'is hidden on small screens',
    `<style>@media (max-width: 640px) { p { position: absolute; width: 1px; height: 1px } }</style><p class="cut">${sentence}</p>
    <div class="cut" style="height: 24px; display: flex; flex-wrap: wrap">${'<b style="width: 150px; height: 24px">Rye bread</b>'.repeat(6)}</div>`,
  ],
  [
    'moves',
    `<style>@keyframes go { to { transform: translateY(-100%) } }</style><div class="cut" style="height: 24px"><p style="margin: 0; animation: go 60s infinite">${sentence}</p></div>`,
  ],
  [
    'slides in',
    `<div class="cut" style="display: flex">${`<p style="flex: 0 0 400px">${sentence}</p>`.repeat(3)}</div>`,
  ],
  [
    'is rotated, or that a browser moves',
    apart(
      `<div class="cut" style="height: 24px"><p style="margin: 0; rotate: 360deg">${sentence}</p></div>`,
      `<marquee style="height: 24px" direction="up" scrollamount="0">${sentence}</marquee>`,
    ),
  ],
  [
    'ends with an ellipsis in any other way',
    apart(
      `<p class="cut" style="white-space: pre; text-overflow: ellipsis">${sentence}</p>`,
      `<style>.dots > p::after { content: '...'; position: absolute; right: 0; bottom: 0 }</style><div class="dots">${cut}</div>`,
    ),
  ],
  [
    'fades out below an overlay',
    apart(
      `<style>.fade > p::after { content: ''; position: absolute; inset: 0; background: linear-gradient(transparent, white) }</style><div class="fade">${cut}</div>`,
      `<div class="cut" style="height: 24px">${sentence}<i style="position: absolute; background: linear-gradient(white, transparent)"></i></div>`,
    ),
  ],
  [
    'is the start of a page that it leads to',
    apart(
      `<a href="/bread">${cut}</a>`,
      `<div class="cut" style="height: 44px"><h3 style="margin: 0"><a href="/bread">Bread</a></h3>${sentence}</div>`,
      `${cut}<p><a href="/bread">Read more</a></p>`,
      `<div>${cut}</div><a href="/bread">Read more</a>`,
    ),
  ],
  [
    'is opened from elsewhere',
    apart(
      `<div class="cut" style="height: 24px">${sentence}${'<i></i>'.repeat(250)}</div><button>More</button>`,
      `<div>${cut}</div><div><button>More</button></div>`,
      `${cut}<span role="button">More</span>`,
      `<p id="rye" class="cut" style="height: 24px">${sentence}</p>`,
      '<button aria-controls="rye">More</button>',
    ),
  ],
  [
    'scrolls in a way of its page',
    apart(
      `<div class="cut ps" style="height: 24px">${sentence}</div>`,
      `<div class="cut" style="height: 24px" tabindex="0">${sentence}</div>`,
      `<div class="cut" style="height: 24px"><div><template shadowrootmode="open"><div style="height: 24px; overflow: auto"><slot></slot></div></template><p style="margin: 0">${sentence}</p></div></div>`,
      `<div class="cut" style="margin-top: 6000px; content-visibility: auto; contain-intrinsic-size: auto 24px">${sentence}</div>`,
    ),
  ],
  ['screen readers skip', `<p class="cut" aria-hidden="true" style="height: 24px">${sentence}</p>`],
  [
    'lies outside what hides',
    `<div class="cut" style="height: 24px"><p style="position: absolute">${sentence}</p></div>`,
  ],
  [
    'a script gives room to',
    `<p class="cut">${sentence}</p><script>
      const p = document.querySelector('p');
      const fit = () => { p.style.height = 'auto'; p.style.height = p.scrollHeight + 'px'; };
      addEventListener('resize', () => setTimeout(fit, 200)); fit();
    </script>`,
  ],
])('accuses no text that %s', async (_what, body) => {
  expect(await zoomedTextOf(body)).toMatchObject({ count: 0, clipped: [] });
});

it('compares nothing where nothing hides text', async () => {
  expect(await zoomedTextOf(`<p>${sentence}</p>`)).toEqual({ texts: 0, count: 0, clipped: [] });
});

it('lets the page request nothing, and names that are taken do no harm', async () => {
  const zoomed = await zoomedTextOf(
    `<form name="createRange"><input name="parentElement"><p class="cut" style="height: 24px">${sentence}</p></form><script>
    addEventListener('resize', () => { if (innerWidth > 1000) { fetch('/resized'); location = '/gone'; } });
    </script>`,
  );
  expect(zoomed).toMatchObject({ count: 1 });
  expect(new Set(sites.requests.map(({ url }) => url))).toEqual(new Set(['http://site.test/']));
});
