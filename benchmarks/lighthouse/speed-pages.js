// Ten generated pages whose metrics are known to differ: text and pictures as the largest paint, before and after the
// first one, shifts early and late, and scripts whose work is counted in iterations, so that a slower machine takes
// longer by as much as for anything else.

const filler = (kilobytes) => `<!--${'x'.repeat(kilobytes * 1024)}-->`;
const svg = (width, height, kilobytes) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="teal"/><circle cx="90" cy="90" r="60" fill="orange"/>${filler(kilobytes)}</svg>`;
const work = (millions) =>
  `{ let sum = 0; for (let i = 0; i < ${millions}e6; i += 1) sum += i % 7; window.sum = sum; }`;
const text = (words) => `<p>${'Rye bread is baked daily. '.repeat(words / 5)}</p>`;
const page = (head, body) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Rye bread</title><meta name="description" content="Bread">${head}</head><body>${body}</body></html>`;
const css = (kilobytes) =>
  `body{font:16px/1.5 sans-serif;margin:0 16px}/*${'x'.repeat(kilobytes * 1024)}*/`;
const link = '<link rel="stylesheet" href="/style.css">';

/** Files by path, of the pages and of another host. */
export const files = new Map([
  ['/style.css', ['text/css', css(20)]],
  ['/large.css', ['text/css', css(120)]],
  ['/hero.svg', ['image/svg+xml', svg(380, 420, 150)]],
  ['/small.svg', ['image/svg+xml', svg(380, 160, 30)]],
  ['/work.js', ['text/javascript', work(60)]],
  [
    '/more-work.js',
    [
      'text/javascript',
      `setTimeout(() => { ${work(40)} }, 0); setTimeout(() => { ${work(40)} }, 50)`,
    ],
  ],
  ['/data.json', ['application/json', JSON.stringify({ text: 'x'.repeat(20_000) })]],
]);

const heroLater = (delay) =>
  `<script>setTimeout(() => { const image = new Image(380, 420); image.src = '/hero.svg'; document.querySelector('main').prepend(image); }, ${delay})</script>`;

export const pages = [
  ['text', page(link, `<h1>Rye</h1>${text(300)}`)],
  [
    'image',
    page(link, `<h1>Rye</h1><img src="/hero.svg" width="380" height="420" alt="">${text(100)}`),
  ],
  ['late-image', page(link, `<h1>Rye</h1><main></main>${text(40)}${heroLater(600)}`)],
  ['blocking-css', page('<link rel="stylesheet" href="/large.css">', `<h1>Rye</h1>${text(200)}`)],
  ['unsized-image', page(link, `<h1>Rye</h1><img src="/small.svg" alt="">${text(250)}`)],
  [
    'late-shift',
    page(
      link,
      `<h1>Rye</h1><div id="ad"></div>${text(250)}<script>addEventListener('load', () => setTimeout(() => { document.querySelector('#ad').style.height = '140px' }, 1500))</script>`,
    ),
  ],
  [
    'shift-after-data',
    page(
      link,
      `<h1>Rye</h1><div id="news"></div>${text(250)}<script>fetch('/data.json').then((r) => r.json()).then(() => { document.querySelector('#news').innerHTML = '<div style="height:200px">News</div>' })</script>`,
    ),
  ],
  ['script', page(link, `<h1>Rye</h1>${text(200)}<script src="/work.js"></script>`)],
  [
    'late-script',
    page(link, `<h1>Rye</h1>${text(200)}<script src="/more-work.js" defer></script>`),
  ],
  [
    'app',
    page(
      link,
      `<div id="root"></div><script>fetch('/data.json').then((r) => r.json()).then(() => { ${work(30)} document.querySelector('#root').innerHTML = '<h1>Rye</h1><main></main>' + ${JSON.stringify(text(100))}; const image = new Image(380, 420); image.src = '/hero.svg'; document.querySelector('main').prepend(image); })</script><script src="OTHER/more-work.js" async></script>`,
    ),
  ],
];
