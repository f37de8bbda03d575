import { expect, it } from 'vitest';
import { startSites } from './start-sites.ts';
import { pageOf, useRenderer } from './use-renderer.ts';

const sites = startSites();
const render = useRenderer(sites);

/** What the keyboard reaches in a document. */
async function focusOf(body: string) {
  sites.serve(
    'http://site.test/',
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>t</title>${body}</html>`,
  );
  return pageOf(await render()).focus;
}

it('finds links and buttons that look the same with the focus', async () => {
  const focus = await focusOf(
    `<style>.bare { outline: none }</style><a href="/a">Rye</a> <a href="/b" class="bare">Wheat</a>
    <button class="bare" style="outline: 0 solid">Order</button> <button>Send</button>
    <a class="bare">No link</a> <button class="bare" disabled>Off</button> <button class="bare" tabindex="-1">Skipped</button>
    <span class="bare" role="button" tabindex="0">Menu</span>`,
  );
  expect(focus).toMatchObject({
    stops: 5,
    invisible: [
      { selector: 'a.bare:nth-of-type(2)', html: '<a href="/b" class="bare">' },
      { html: '<button class="bare" style="outline: 0 solid">' },
      { html: '<span class="bare" role="button" tabindex="0">' },
    ],
  });
});

it.each([
  ['a shadow', 'a:focus { box-shadow: 0 0 0 2px red }'],
  [
    'a shadow that takes its time',
    'a { transition: box-shadow 1s 9s } a:focus { box-shadow: 0 0 0 9px red }',
  ],
  ['a line', 'a { text-decoration: none } a:focus-visible { text-decoration: underline }'],
  ['a color', 'a:focus { color: black }'],
  ['the element around', 'p:focus-within { background: #fe9 }'],
  ['the element after', 'a:focus + i { border: 1px solid }'],
  ['what is drawn before it', 'a:focus::before { content: "> " }'],
])('accepts %s as a sign of the focus', async (_what, style) => {
  const focus = await focusOf(
    `<style>a { outline: none } ${style}</style><p><a href="/a">Rye</a><i>!</i></p>`,
  );
  expect(focus).toEqual({ stops: 1, invisible: [] });
});

it.each([
  ['show it after a key', `addEventListener('keydown', () => document.body.classList.add('keys'))`],
  [
    'show it later',
    `addEventListener('focusin', () => setTimeout(() => document.body.classList.add('keys'), 100));
    addEventListener('focusout', () => document.body.classList.remove('keys'))`,
  ],
])('lets scripts %s', async (_what, script) => {
  const style = 'a { outline: none } .keys a:focus { color: red }';
  expect(
    await focusOf(`<style>${style}</style><a href="/a">Rye</a><script>${script}</script>`),
  ).toEqual({ stops: 1, invisible: [] });
});

it.each([
  [
    'text is typed',
    '<input class="bare"><textarea class="bare"></textarea><p contenteditable class="bare">a</p>',
  ],
  ['nothing is seen', '<a class="bare" href="/a" style="opacity: 0">Rye</a>'],
  [
    'something lies over it',
    '<a class="bare" href="/a">Rye</a><p style="position: fixed; inset: 0; margin: 0; background: white">Cookies?</p>',
  ],
  [
    'it is off the screen',
    '<a class="bare" href="/a" style="position: fixed; left: -900px">Rye</a>',
  ],
  [
    'a region scrolls',
    '<div class="bare" tabindex="0" style="height: 50px; overflow: auto"><p style="height: 900px">Rye</p></div>',
  ],
  ['there is another document', '<iframe class="bare" srcdoc="Rye"></iframe>'],
])('decides nothing where %s', async (_what, body) => {
  expect(await focusOf(`<style>.bare { outline: none }</style>${body}`)).toEqual({
    stops: 0,
    invisible: [],
  });
});

it('follows no trap of the focus, and returns the first ones', async () => {
  const links = (count: number) => '<button>Rye</button> '.repeat(count);
  const trap = `<script>addEventListener('keydown', (event) => { event.preventDefault(); document.querySelector('button').focus(); })</script>`;
  expect(await focusOf(links(3) + trap)).toEqual({ stops: 1, invisible: [] });
  expect(await focusOf(links(60))).toMatchObject({ stops: expect.any(Number), invisible: [] });
  const bare = await focusOf(`<style>button { outline: none }</style>${links(60)}`);
  expect(bare?.invisible.length).toBeGreaterThan(0);
  expect(bare?.invisible.length).toBeLessThanOrEqual(5);
});

it('lets the page request nothing, and go nowhere', async () => {
  const focus = await focusOf(
    `<style>a { outline: none }</style><a href="/a">Rye</a><script>
    addEventListener('focusin', () => { fetch('/focused'); new Image().src = 'http://other.test/'; location = '/gone'; });
    addEventListener('keydown', () => { alert('key'); document.body.append(Object.assign(document.createElement('script'), { src: '/late.js' })); });
    </script>`,
  );
  expect(focus).toMatchObject({ stops: 1, invisible: [{ html: '<a href="/a">' }] });
  expect(sites.requests.map(({ url }) => url)).toEqual(['http://site.test/']);
});

it('returns the page where a script never ends, opens a window, or names are taken', async () => {
  expect(
    await focusOf(
      `<a href="/a">Rye</a><script>addEventListener('keydown', () => open('/b'))</script>`,
    ),
  ).toBeNull();
  expect(sites.requests.map(({ url }) => url)).toEqual(['http://site.test/']);
  const focus = await focusOf(
    `<a href="/a">Rye</a><script>onfocusin = () => { for (;;); }; addEventListener('focusin', onfocusin)</script>`,
  );
  expect(focus).toBeNull();
  const named = await focusOf(
    `<style>button { outline: none }</style><form name="activeElement"><input type="hidden" name="blur"><input type="hidden" name="focus"><button>Rye</button></form><img name="adoptedStyleSheets"><img name="elementFromPoint">`,
  );
  expect(named).toMatchObject({ stops: 1, invisible: [{ html: '<button>' }] });
});
