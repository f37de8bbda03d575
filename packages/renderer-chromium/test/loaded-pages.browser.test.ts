import { expect, it } from 'vitest';
import { startSites } from './start-sites.ts';
import { pageOf, useRenderer } from './use-renderer.ts';

const sites = startSites();
const render = useRenderer(sites);

const html = (body: string) => `<!doctype html><html lang="en"><title>t</title>${body}</html>`;

it('counts what each request received, as its server counts what it sent', async () => {
  const sent = new Map<string, number>();
  const serve = (url: string, type: string, body: string, headers = {}) =>
    sites.serve(url, (_request, response) => {
      const { socket } = response;
      const before = socket?.bytesWritten ?? 0;
      response.writeHead(200, { 'content-type': type, ...headers }).end(body);
      response.on('finish', () => sent.set(url, (socket?.bytesWritten ?? 0) - before));
    });
  serve(
    'http://site.test/',
    'text/html',
    html(
      '<link rel="stylesheet" href="/a.css"><script src="http://cdn.test/b.js"></script><img src="/c.svg"><img src="/moved.svg"><p>Rye</p>',
    ),
  );
  serve('http://site.test/a.css', 'text/css', 'p { color: teal }'.repeat(900));
  serve(
    'http://cdn.test/b.js',
    'text/javascript',
    `"${'b'.repeat(70_000)}"; fetch('http://api.test/d')`,
  );
  serve('http://site.test/c.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  serve('http://api.test/d', 'application/json', '{}', { 'access-control-allow-origin': '*' });
  sites.serve('http://site.test/moved.svg', (_request, response) => {
    response.writeHead(302, { location: '/c.svg?2' }).end();
  });
  const { requests } = pageOf(await render());
  const received = (url: string) => requests.find((request) => request.url === url);
  for (const [url, bytes] of sent) expect([url, received(url)?.bytes]).toEqual([url, bytes]);
  expect(sent.size).toBeGreaterThanOrEqual(5);
  expect(received('http://api.test/d')?.type).toBe('fetch');
  expect(received('http://site.test/moved.svg')).toMatchObject({ status: 302, type: 'image' });
  expect(received('http://site.test/moved.svg')?.bytes).toBeGreaterThan(0);
  expect(received('http://site.test/c.svg?2')).toMatchObject({
    status: 200,
    isMixed: false,
    mimeType: 'image/svg+xml',
  });
});

it('returns the cookies of all sites, and never their values', async () => {
  sites.serve('http://site.test/', (_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'set-cookie': ['session=s3cret; HttpOnly; SameSite=Lax', 'gone=s3cret; Max-Age=0'],
    });
    response.end(
      html(
        '<p>Rye</p><script>document.cookie = "_ga=s3cret; max-age=86400; path=/"</script><script src="http://other.test/t.js"></script>',
      ),
    );
  });
  sites.serve('http://other.test/t.js', (_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'set-cookie': 'third=s3cret' })
      .end();
  });
  const { cookies } = pageOf(await render());
  const found = cookies.toSorted((a, b) => a.name.localeCompare(b.name));
  expect(found).toMatchObject([
    {
      name: '_ga',
      domain: 'site.test',
      httpOnly: false,
      sameSite: null,
      expires: expect.any(Number),
    },
    { name: 'session', domain: 'site.test', httpOnly: true, sameSite: 'Lax', expires: null },
  ]);
  expect(JSON.stringify(cookies)).not.toContain('s3cret');
});

const serveScript = (url: string, script: string) =>
  sites.serve(url, (_, response) => {
    response.setHeader('content-type', 'text/javascript');
    response.end(script);
  });

it('lists the scripts of the document, and those that listen to unload', async () => {
  const listens = 'addEventListener("unload", () => {}); const kept = () => kept;';
  serveScript('http://site.test/a.js', listens);
  serveScript('http://site.test/b.js', listens.replaceAll('kept', 'held'));
  serveScript('http://cdn.test/c.js', `{ ${listens} }`);
  serveScript('http://cdn.test/d.js', `{ ${listens} }`);
  serveScript(
    'http://cdn.test/named.js',
    'window.f = () => {}\n//# sourceURL=http://site.test/a.js',
  );
  serveScript('http://site.test/m.js', 'onpagehide = () => {}; debugger;');
  sites.serve('http://site.test/frame', '<script src="/in-frame.js"></script>');
  serveScript('http://site.test/in-frame.js', listens);
  sites.serve(
    'http://site.test/',
    html(
      `<iframe src="/frame"></iframe>${['/a.js', '/b.js', 'http://cdn.test/c.js', 'http://cdn.test/d.js', 'http://cdn.test/named.js'].map((src) => `<script src="${src}"></script>`).join('')}
      <script type="module" src="/m.js"></script><script>onunload = () => {}; window.window = 1; setInterval(() => { debugger; }, 1)</script>`,
    ),
  );
  const { scripts } = pageOf(await render());
  const files = (scripts?.files ?? []).toSorted((a, b) => a.url.localeCompare(b.url));
  expect(files.map(({ url }) => url)).toEqual([
    ...['http://cdn.test/c.js', 'http://cdn.test/d.js'],
    ...['http://site.test/a.js', 'http://site.test/b.js', 'http://site.test/m.js'],
  ]);
  const [c, d, a, b] = files;
  expect(c).toMatchObject({ hash: d?.hash, characters: listens.length + 4 });
  expect(a?.hash).not.toBe(b?.hash);
  expect(scripts?.unload.toSorted()).toEqual([
    ...['http://cdn.test/c.js', 'http://cdn.test/d.js'],
    ...['http://site.test/', 'http://site.test/a.js', 'http://site.test/b.js'],
  ]);
});

it('finds polyfills in scripts as minifiers write them', async () => {
  const v3 =
    '!function(){var r=f;r({target:"Array",proto:!0},{at:function(t){}}),r({target:"Object",stat:!0,forced:!o((function(){return 1}))},{fromEntries:function(t){}}),r({target:"Promise",proto:!0,real:!0},{"finally":g}),r({global:!0},{x:1})};';
  const v2 =
    'var n={};()=>{r(r.P+r.F*n(5)([].fill),"Array",{fill:n(6)}),r(r.S,"Math",{sign:n(7)})};';
  const others = `
    // core-js 3: {target: "Array", proto: true}, {at
    if (!Array.prototype.at) Array.prototype.at = function at() {};
    window.f = () => [{ target: 'Array', proto: 1 }, { at: 1 }, r(s.P, "Array", { fill: 1 })];`;
  serveScript('http://site.test/v3.js', v3);
  serveScript('http://site.test/v2.js', `"use strict";\n${v2}`);
  serveScript('http://site.test/others.js', others);
  serveScript('http://site.test/long.js', `${v3}/*${'x'.repeat(2_000_000)}*/`);
  serveScript('http://site.test/old.js', v3);
  sites.serve(
    'http://site.test/',
    html(
      `${['v3', 'v2', 'others', 'long'].map((name) => `<script src="/${name}.js"></script>`).join('')}<script nomodule src="/old.js"></script>`,
    ),
  );
  const { scripts } = pageOf(await render());
  const found = Object.fromEntries(
    (scripts?.files ?? []).map(({ url, polyfills }) => [new URL(url).pathname, polyfills]),
  );
  expect(found).toEqual({
    '/v3.js': ['Array.prototype.at', 'Object.fromEntries', 'Promise.prototype.finally'],
    '/v2.js': ['Array.prototype.fill', 'Math.sign'],
    '/others.js': [],
    '/long.js': null,
  });
});

it('notes which modules only the import of another one names', async () => {
  const module = (name: string, ...imports: readonly string[]) =>
    serveScript(
      `http://site.test/${name}.js`,
      imports.map((imported) => `import "/${imported}.js";`).join(''),
    );
  module('start', 'a', 'preloaded');
  module('a', 'b');
  module('inline', 'c');
  module('added', 'd');
  for (const name of ['b', 'c', 'd', 'preloaded', 'in-header', 'framed']) module(name);
  serveScript('http://site.test/later.js', 'import "/in-header.js";');
  serveScript(
    'http://site.test/classic.js',
    'document.head.append(Object.assign(document.createElement("script"), { type: "module", src: "/added.js" })); import("/later.js");',
  );
  sites.serve('http://site.test/frame', '<script type="module">import "/framed.js"</script>');
  sites.serve('http://site.test/', (_, response) => {
    response.setHeader('content-type', 'text/html');
    response.setHeader('link', '</in-header.js>; rel=modulepreload');
    response.end(
      html(
        `<link rel="modulepreload" href="/preloaded.js"><script type="module" src="/start.js"></script>
        <script type="module">import "/inline.js"</script><script src="/classic.js"></script><iframe src="/frame"></iframe>`,
      ),
    );
  });
  const imports = pageOf(await render()).scripts?.imports ?? [];
  const path = (url: string) => new URL(url).pathname;
  expect(imports.map(({ url, importedBy }) => [path(url), path(importedBy)]).toSorted()).toEqual([
    ['/a.js', '/start.js'],
    ['/b.js', '/a.js'],
    ['/c.js', '/inline.js'],
    ['/d.js', '/added.js'],
    ['/inline.js', '/'],
  ]);
});

it('notes the permissions that a secure page asks for, in the document itself', async () => {
  const ask = `navigator.geolocation.getCurrentPosition(() => {}, () => {}); navigator.geolocation.watchPosition(() => {});
    Notification.requestPermission();`;
  const asked = async (url: string, script: string) => {
    sites.serve(url, html(`<p>Rye</p><script>${script}</script>`));
    return pageOf(await render({ url })).permissionRequests;
  };
  expect(await asked('http://localhost/', ask)).toEqual(['geolocation', 'notifications']);
  expect(
    await asked('http://localhost/', 'navigator.permissions.query({ name: "geolocation" })'),
  ).toEqual([]);
  expect(
    await asked('http://localhost/', `document.addEventListener('keydown', () => { ${ask} })`),
  ).toEqual([]);
  expect(await asked('http://site.test/', ask)).toEqual([]);
  const forged = `for (const detail of ['camera', {}, 'x'.repeat(1e6)])
    document.dispatchEvent(new CustomEvent('sitegrade-permission', { detail }));`;
  expect(await asked('http://localhost/', forged)).toEqual([]);
});

it('lets pages ask as before', async () => {
  sites.serve(
    'http://localhost/',
    html(`<p>Rye</p><script>
      navigator.geolocation.getCurrentPosition(() => {}, ({ code }) => { document.title = [code, Notification.requestPermission.name].join(' '); });
    </script>`),
  );
  expect(pageOf(await render({ url: 'http://localhost/' })).html).toContain(
    '<title>1 requestPermission</title>',
  );
});

it('lists style sheets that the page waits for, and that only another one names', async () => {
  const style = (name: string, css: string) =>
    sites.serve(`http://site.test/${name}.css`, (_, response) => {
      response.setHeader('content-type', 'text/css');
      response.end(css);
    });
  style('a', '@import "/b.css"; p { color: teal }');
  style(
    'b',
    '@import url(http://cdn.test/c.css); @font-face { font-family: x; src: url(/x.woff2) }',
  );
  style('print', '@import "/for-print.css";');
  style('late', '@import "/later.css";');
  for (const name of ['for-print', 'later', 'inline', 'linked']) style(name, 'p { color: red }');
  sites.serve('http://cdn.test/c.css', (_, response) => {
    response.setHeader('content-type', 'text/css');
    response.end('p { margin: 0; background: url(/d.png) }');
  });
  style('framed', '@import "/inline.css";');
  sites.serve('http://site.test/frame', '<link rel="stylesheet" href="/framed.css">');
  sites.serve(
    'http://site.test/',
    html(
      `<link rel="stylesheet" href="/a.css"><link rel="stylesheet" href="/linked.css"><link rel="stylesheet" href="/print.css" media="print">
      <style>@import "/inline.css";</style><p style="font-family: x">Rye</p><iframe src="/frame"></iframe>
      <script>onload = () => document.head.insertAdjacentHTML('beforeend', '<link rel="stylesheet" href="/late.css">')</script>`,
    ),
  );
  expect(pageOf(await render()).importedStyles).toEqual([
    { url: 'http://site.test/b.css', importedBy: 'http://site.test/a.css' },
    { url: 'http://cdn.test/c.css', importedBy: 'http://site.test/b.css' },
  ]);
});
