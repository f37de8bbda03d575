import { describe, expect, it } from 'vitest';
import type { BrowserCookie, PermissionRequest, RenderedRequest } from '../../render/renderer.ts';
import { outcomeOf, type PageUnderTest } from '../fixtures/facts-of.ts';
import { pageWeight } from '../network/page-weight.ts';
import { mixedContent } from '../security/mixed-content.ts';
import { trackerConsent } from '../security/tracker-consent.ts';
import { trackingCookies } from '../security/tracking-cookies.ts';
import { cssImport } from './css-import.ts';
import { fileRedirects } from './file-redirects.ts';
import { focusVisible } from './focus-visible.ts';
import { legacyScripts } from './legacy-scripts.ts';
import { permissionOnLoad } from './permission-on-load.ts';
import { scriptChain } from './script-chain.ts';
import { scriptDuplicates } from './script-duplicates.ts';
import { scriptErrors } from './script-errors.ts';
import { textZoom } from './text-zoom.ts';
import { unloadEvent } from './unload-event.ts';

// What checks know of a page that was loaded in a browser.

const request = (url: string, changes: Partial<RenderedRequest> = {}): RenderedRequest => {
  return {
    url,
    type: 'script',
    status: 200,
    bytes: 1_000,
    isMixed: false,
    isFromParser: false,
    mimeType: null,
    ...changes,
  };
};
const german = { html: '<html lang="de"><title>x</title></html>', url: 'https://example.de/' };

describe('tracker-consent', () => {
  const hotjar = 'https://static.hotjar.com/c/hotjar-1.js';
  const google = 'https://www.googletagmanager.com/gtag/js?id=G-1';
  const tool = '<html lang="de"><script src="https://consent.cookiebot.com/uc.js"></script></html>';
  const of = (urls: readonly string[], page: PageUnderTest = german) =>
    outcomeOf(trackerConsent, {
      url: german.url,
      ...page,
      rendered: { requests: urls.map((url) => request(url)) },
    });

  it('accuses what was requested, although the HTML does not name it', async () => {
    expect(await of([hotjar])).toMatchObject({
      status: 'warn',
      summary: 'Hotjar is requested before visitors can agree.',
      evidence: [{ kind: 'url', text: hotjar }],
    });
  });

  it('does not accuse it where the page handles consent: it may wait by itself', async () => {
    const asks = '<html lang="de"><div id="cookie-banner"></div></html>';
    for (const html of [tool, asks]) {
      expect(await of([hotjar, google], { html })).toMatchObject({
        status: 'na',
        value: { trackers: ['Hotjar', 'the Google tag (gtag.js)'] },
      });
    }
    expect((await of([google])).status).toBe('warn');
  });

  it('ignores what was requested and not received', async () => {
    const rendered = { requests: [request(hotjar, { status: null })] };
    expect((await outcomeOf(trackerConsent, { ...german, rendered })).status).toBe('na');
  });

  it('passes trackers that were not requested', async () => {
    const html = `<html lang="de"><script src="${hotjar}"></script></html>`;
    expect((await of([], { html })).status).toBe('pass');
    expect((await of([])).status).toBe('na');
  });

  it('does not apply outside Europe', async () => {
    const page = { html: '<html lang="en"></html>', url: 'https://example.com/' };
    expect((await of([hotjar], page)).status).toBe('na');
  });
});

describe('tracking-cookies', () => {
  const cookie = (name: string, domain = '.example.de'): BrowserCookie => {
    return { name, domain, expires: null, httpOnly: false, secure: true, sameSite: null };
  };
  const of = (cookies: readonly BrowserCookie[], headers = {}) =>
    outcomeOf(trackingCookies, { ...german, headers, rendered: { cookies } });

  it('finds what scripts store', async () => {
    const outcome = await of([cookie('_ga'), cookie('_fbp')]);
    expect(outcome).toMatchObject({
      status: 'warn',
      summary:
        'The page sets cookies of Google Analytics and Meta Pixel before visitors can agree.',
      evidence: [
        { kind: 'cookie', text: '_ga of .example.de' },
        { kind: 'cookie', text: '_fbp of .example.de' },
      ],
    });
  });

  it('names a cookie once that the response sends and the browser stores', async () => {
    const { evidence } = await of([cookie('_ga')], { 'set-cookie': '_ga=1' });
    expect(evidence).toMatchObject([{ kind: 'header' }]);
  });

  it('leaves what is stored to a consent tool, which may ask only visitors of some countries', async () => {
    const html =
      '<html lang="de"><script src="https://consent.cookiebot.com/uc.js"></script></html>';
    const page = { html, url: german.url, rendered: { cookies: [cookie('_ga')] } };
    expect((await outcomeOf(trackingCookies, page)).status).toBe('na');
  });

  it('passes other cookies, also with the name of one of another domain', async () => {
    expect((await of([cookie('IDE')])).status).not.toBe('warn');
    expect((await of([cookie('IDE', '.doubleclick.net')])).status).toBe('warn');
  });

  it('counts other cookies', async () => {
    expect(await of([cookie('cart')])).toMatchObject({
      status: 'pass',
      summary: 'Cookies of trackers that we know: 0 of 1.',
    });
  });
});

describe('mixed-content', () => {
  const of = (requests: readonly RenderedRequest[], body = '') =>
    outcomeOf(mixedContent, { body, rendered: { requests } });

  it('finds what no tag names: styles and scripts request it', async () => {
    const requests = [
      request('http://api.example.com/a', { type: 'fetch', isMixed: true }),
      request('http://example.com/b.png', { type: 'image', isMixed: true }),
      request('https://example.com/c.js'),
    ];
    expect(await of(requests)).toMatchObject({
      status: 'fail',
      value: { active: 1, passive: 1 },
      evidence: [{ text: 'http://api.example.com/a' }, { text: 'http://example.com/b.png' }],
    });
  });

  it('counts what a tag names once', async () => {
    const requests = [request('http://example.com/a.png', { type: 'image', isMixed: true })];
    const outcome = await of(requests, '<img src="http://example.com/a.png" alt="">');
    expect(outcome).toMatchObject({ status: 'warn', value: { passive: 1 } });
  });
});

it('page-weight is what was received, by type', async () => {
  const requests = [
    request('https://example.com/', { type: 'document', bytes: 30_000 }),
    request('https://example.com/a.jpg', { type: 'image', bytes: 4_000_000 }),
    request('https://example.com/b.jpg', { type: 'image', bytes: 2_000_000 }),
    request('https://cdn.example/c.js', { bytes: 90_000 }),
    request('https://cdn.example/d.woff2', { type: 'font', bytes: 20_000 }),
  ];
  expect(await outcomeOf(pageWeight, { rendered: { requests } })).toMatchObject({
    status: 'warn',
    summary: 'A phone receives 6.1 MB: 6.0 MB images, 90 kB scripts, 30 kB HTML and more.',
    value: { bytes: 6_140_000, files: 5, image: 6_000_000 },
    sampled: false,
  });
});

describe('focus-visible', () => {
  const element = { selector: '#order', html: '<button id="order">' };
  const of = (stops: number, count: number) => {
    const invisible = Array.from({ length: count }, () => element);
    return outcomeOf(focusVisible, { rendered: { focus: { stops, invisible } } });
  };

  it('fails, and quotes what looks the same', async () => {
    expect(await of(9, 1)).toMatchObject({
      status: 'fail',
      summary:
        '1 of the first 9 links and buttons that the Tab key reaches looks the same with and without the focus.',
      value: { stops: 9, invisible: 1 },
      evidence: [{ text: '<button id="order">', selector: '#order' }],
      sampled: true,
    });
    expect((await of(9, 5)).evidence).toHaveLength(5);
  });

  it('passes what shows the focus, and does not apply without links and buttons', async () => {
    expect((await of(1, 0)).summary).toBe(
      'The Tab key was pressed until it reached 1 link or button: each shows the focus.',
    );
    expect((await of(9, 0)).status).toBe('pass');
    expect((await of(0, 0)).status).toBe('na');
  });

  it('is not evaluated where the keyboard could not be tried', async () => {
    expect((await outcomeOf(focusVisible, { rendered: {} })).status).toBe('error');
  });
});

describe('text-zoom', () => {
  const element = { selector: '#hours', html: '<p id="hours">' };
  const of = (texts: number, count: number) => {
    const clipped = Array.from({ length: Math.min(count, 20) }, () => element);
    return outcomeOf(textZoom, { rendered: { zoomedText: { texts, count, clipped } } });
  };

  it('fails, counts and quotes the elements whose text is cut off', async () => {
    expect(await of(9, 1)).toMatchObject({
      status: 'fail',
      summary: "On a computer's screen, a zoom of 200 % cuts off text in 1 element.",
      value: { texts: 9, clipped: 1 },
      evidence: [{ text: '<p id="hours">', selector: '#hours' }],
    });
    expect((await of(90, 25)).summary).toBe(
      "On a computer's screen, a zoom of 200 % cuts off text in 25 elements.",
    );
  });

  it('passes what stays whole, does not apply where nothing hides text, and is not evaluated without a zoom', async () => {
    expect((await of(9, 0)).status).toBe('pass');
    expect((await of(0, 0)).status).toBe('na');
    expect((await outcomeOf(textZoom, { rendered: {} })).status).toBe('error');
  });
});

describe('scripts of the document', () => {
  const a = 'https://example.com/a.js';
  const file = (url: string, hash = 'a', characters = 9_000) => {
    return { url, hash, characters, polyfills: null };
  };
  const of = (files: readonly ReturnType<typeof file>[], unload: readonly string[] = []) => {
    return { rendered: { scripts: { files, unload, imports: [] } } };
  };
  const duplicates = (...files: readonly ReturnType<typeof file>[]) =>
    outcomeOf(scriptDuplicates, of(files));

  it('that are the same under two addresses are loaded twice', async () => {
    const outcome = await duplicates(file(a), file('https://cdn.example/x.js'), file('b:c', 'c'));
    expect(outcome).toMatchObject({
      status: 'warn',
      summary: 'The same script is loaded from several URLs: https://example.com/a.js and 1 more.',
      value: { files: 3, doubled: [a, 'https://cdn.example/x.js'] },
      evidence: [{ text: a }, { text: 'https://cdn.example/x.js' }],
    });
    expect((await duplicates(file(`${a}?ver=1`), file(`${a}?ver=2`))).status).toBe('warn');
  });

  it('that are versions of a library are loaded twice', async () => {
    const jquery = (version: string) =>
      file(`https://example.com/jquery-${version}.min.js`, version);
    expect(await duplicates(file(a), jquery('1.12.4'), jquery('3.7.1'))).toMatchObject({
      status: 'warn',
      summary: 'jQuery is loaded 2 times: 1.12.4 and 3.7.1.',
      evidence: [{ text: jquery('1.12.4').url }, { text: jquery('3.7.1').url }],
    });
  });

  it.each([
    ['other scripts', [file(a), file('https://example.com/b.js', 'b')]],
    ['the same script in two places', [file(a), file(a)]],
    ['a widget with its settings', [file(`${a}?id=1`), file(`${a}?id=2&v=1`), file(`${a}?id=3`)]],
    ['empty ones', [file(a, 'a', 9), file('https://example.com/b.js', 'a', 9)]],
    ['texts that only have one length', [file(a, 'a'), file('https://example.com/b.js', 'b')]],
    [
      'a library and its plugin',
      [
        file('https://example.com/jquery-3.7.1.min.js', 'a'),
        file('https://example.com/jquery-migrate-3.4.1.min.js', 'b'),
      ],
    ],
  ])('that are %s are loaded once', async (_what, files) => {
    expect((await duplicates(...files)).status).toBe('pass');
  });

  it('may listen to unload', async () => {
    expect(await outcomeOf(unloadEvent, of([], [`${a}?v=2`, '']))).toMatchObject({
      status: 'warn',
      summary:
        '2 scripts listen to the event unload, so that browsers may not keep the page for the button Back.',
      value: [a, ''],
      evidence: [{ text: a }, { text: 'https://example.com/page' }],
    });
    expect((await outcomeOf(unloadEvent, of([]))).status).toBe('pass');
  });

  it.each([
    ['camera=(), unload=( )', 'pass'],
    ['unload=(self)', 'warn'],
    ['unload=*', 'warn'],
    ['camera=()', 'warn'],
  ])('may listen to unload under the policy %s', async (policy, status) => {
    const headers = { 'permissions-policy': policy };
    const outcome = await outcomeOf(unloadEvent, { ...of([], [a]), headers });
    expect(outcome.status).toBe(status);
  });

  it('may not be known', async () => {
    expect((await duplicates()).status).toBe('na');
    for (const check of [scriptDuplicates, unloadEvent, legacyScripts, scriptChain]) {
      expect((await outcomeOf(check, { rendered: {} })).status).toBe('error');
    }
  });
});

describe('legacy-scripts', () => {
  const old = [
    ...['Array.prototype.at', 'Object.fromEntries', 'Array.from', 'Array.of', 'Math.trunc'],
    ...['Math.sign', 'Object.values', 'Object.is', 'Promise.any', 'String.raw'],
  ];
  const own = 'https://www.example.com/a.js?v=2';
  const file = (url: string, polyfills: readonly string[] | null) => {
    return { url, hash: 'a', characters: 90_000, polyfills };
  };
  const of = (...files: readonly ReturnType<typeof file>[]) =>
    outcomeOf(legacyScripts, { rendered: { scripts: { files, unload: [], imports: [] } } });

  it('warns of files of the site that add what browsers have had for years', async () => {
    expect(await of(file(own, ['Iterator.from', ...old]))).toMatchObject({
      status: 'warn',
      summary:
        'https://www.example.com/a.js adds what all browsers have had for years, such as Array.prototype.at and Object.fromEntries: 10 polyfills.',
      value: { files: 1, legacy: [own], others: [], features: old },
      evidence: [{ text: own }],
    });
    const two = await of(file(own, old), file('https://example.com/b.js', [...old, 'Date.now']));
    expect(two.summary).toMatch(/a\.js and 1 more add what .*: 11 polyfills\.$/);
  });

  it.each([
    ['few', [file(own, old.slice(1))]],
    ['few in each of several files', [file(own, old.slice(5)), file(own, old.slice(0, 5))]],
    [
      'those of what some browsers lack',
      [
        file(own, [
          ...old.slice(1),
          ...['Iterator.from', 'Set.prototype.union', 'Promise.try', 'Array.prototype.includes'],
        ]),
      ],
    ],
    ['those of other sites', [file('https://widget.example/a.js', old)]],
  ])('does not accuse %s', async (_what, files) => {
    expect((await of(...files)).status).toBe('pass');
  });

  it('names those of other sites in the value, and does not apply to files that were not searched', async () => {
    const others = ['https://widget.example/a.js'];
    expect((await of(file('https://widget.example/a.js', old))).value).toMatchObject({ others });
    expect((await of(file(own, null))).status).toBe('na');
  });
});

describe('script-chain', () => {
  const site = 'https://example.com';
  const start = '<script type="module" src="/start.js#x"></script>';
  const chain = (...urls: readonly string[]) =>
    urls.slice(1).map((url, index) => ({
      url: new URL(url, site).href,
      importedBy: new URL(urls[index] ?? '', site).href,
    }));
  const of = (body: string, imports: ReturnType<typeof chain>) =>
    outcomeOf(scriptChain, {
      url: `${site}/`,
      body,
      rendered: { scripts: { files: [], unload: [], imports } },
    });

  it('warns of modules that the browser finds after two others', async () => {
    expect(await of(start, chain('/start.js', '/a.js', '/b.js', '/c.js'))).toMatchObject({
      status: 'warn',
      summary:
        '2 modules are requested only after two others have been received, such as https://example.com/b.js, which https://example.com/a.js imports.',
      value: { late: 2 },
      evidence: [{ text: `${site}/b.js` }, { text: `${site}/c.js` }],
    });
    const inPage = '<script type="module">import "/a.js"</script>';
    const imported = chain('/', '/a.js', '/b.js', '/c.js');
    expect(await of(inPage, imported)).toMatchObject({ evidence: [{ text: `${site}/c.js` }] });
  });

  it.each([
    ['one module after another', start, chain('/start.js', '/a.js')],
    [
      'modules that the HTML names',
      `${start}<script type="module" src="/a.js"></script>`,
      chain('/start.js', '/a.js', '/b.js'),
    ],
    ['what an import() or a script starts', start, chain('/later.js', '/a.js', '/b.js', '/c.js')],
    ['what is preloaded', start, chain('/preloaded.js', '/b.js')],
    [
      'modules of other sites',
      start,
      chain('/start.js', 'https://cdn.example/a.js', 'https://cdn.example/b.js'),
    ],
    ['modules that import each other', start, chain('/a.js', '/b.js', '/a.js')],
    [
      'async modules',
      `${start}<script type="module" async src="/stats.js"></script><script type="module" async>import "/a.js"</script><script type="module">1</script>`,
      [...chain('/stats.js', '/a.js', '/b.js'), ...chain('/', '/c.js', '/d.js', '/e.js')],
    ],
  ])('does not accuse %s', async (_what, body, imports) => {
    expect((await of(body, imports)).status).toBe('pass');
  });

  it('does not apply to a page without modules', async () => {
    const classic = '<script src="/a.js"></script>';
    expect((await of(classic, chain('/x.js', '/a.js', '/b.js', '/c.js'))).status).toBe('na');
  });
});

describe('css-import', () => {
  const b = { url: 'https://example.com/b.css', importedBy: 'https://example.com/a.css?v=2' };
  const sheet = request('https://example.com/a.css', { type: 'stylesheet' });
  const of = (importedStyles: readonly (typeof b)[], requests = [sheet]) =>
    outcomeOf(cssImport, { rendered: { importedStyles, requests } });

  it('warns of style sheets that the browser finds in others', async () => {
    expect(await of([b])).toMatchObject({
      status: 'warn',
      summary:
        'The page waits for 1 style sheet that is loaded with @import, by https://example.com/a.css.',
      value: { imported: 1 },
      evidence: [{ text: b.url }],
    });
    expect((await of([b, b])).summary).toMatch(/ 2 style sheets that are .* and others\.$/);
  });

  it('passes those that the HTML names, and does not apply without any', async () => {
    expect((await of([])).status).toBe('pass');
    expect((await of([], [])).status).toBe('na');
  });
});

describe('permission-on-load', () => {
  const of = (...permissionRequests: readonly PermissionRequest[]) =>
    outcomeOf(permissionOnLoad, { rendered: { permissionRequests } });

  it('warns of questions that no one expects', async () => {
    expect(await of('geolocation')).toMatchObject({
      status: 'warn',
      summary: 'While it loads, the page asks visitors where they are.',
      value: ['geolocation'],
    });
    expect((await of('geolocation', 'notifications')).summary).toBe(
      'While it loads, the page asks visitors where they are and whether it may send them notifications.',
    );
  });

  it('passes a page that asks nothing', async () => {
    expect((await of()).status).toBe('pass');
  });

  it('passes a page that has turned the question off', async () => {
    const page = {
      rendered: { permissionRequests: ['geolocation' as const] },
      headers: { 'permissions-policy': 'geolocation=()' },
    };
    expect((await outcomeOf(permissionOnLoad, page)).status).toBe('pass');
  });
});

describe('script-errors', () => {
  it('warns, and says the first one', async () => {
    const errors = ['TypeError: rye is not a function', 'Uncaught (in promise) Error: oat'];
    expect(await outcomeOf(scriptErrors, { rendered: { scriptErrors: errors } })).toMatchObject({
      status: 'warn',
      summary: '2 errors of scripts: TypeError: rye is not a function',
      value: errors,
    });
  });

  it('does not apply where requests were refused', async () => {
    const requests = Array.from({ length: 300 }, () => request('https://example.com/a.js'));
    const rendered = { requests, scriptErrors: ['TypeError: Failed to fetch'] };
    expect((await outcomeOf(scriptErrors, { rendered })).status).toBe('na');
  });

  it('passes a page without', async () => {
    expect((await outcomeOf(scriptErrors, { rendered: {} })).status).toBe('pass');
  });
});

describe('file-redirects', () => {
  const of = (...requests: readonly RenderedRequest[]) =>
    outcomeOf(fileRedirects, { rendered: { requests } });
  const a = 'https://example.com/a.js';

  it('warns, and quotes each URL once', async () => {
    const redirect = request(a, { status: 301 });
    expect(await of(redirect, redirect, request('https://example.com/b.js'))).toMatchObject({
      status: 'warn',
      summary: '1 file has moved to another URL.',
      evidence: [{ text: a }],
    });
  });

  it.each([
    ['files that are not modified', { status: 304 }],
    ['redirects that are meant to stay', { status: 302 }],
    ['what a browser redirects by itself', { status: 308, bytes: 0 }],
    ['requests of scripts', { status: 301, type: 'fetch' }],
  ])('does not accuse %s', async (_what, changes) => {
    expect((await of(request('https://example.com/b.js'), request(a, changes))).status).toBe(
      'pass',
    );
  });

  it('accuses files of other sites only if the page names them', async () => {
    const pixel = request('https://other.example/p.gif', { type: 'image', status: 301 });
    expect((await of(pixel)).status).toBe('na');
    const body = '<img src="https://other.example/p.gif" alt="">';
    const page = { body, rendered: { requests: [pixel] } };
    expect((await outcomeOf(fileRedirects, page)).status).toBe('warn');
  });

  it('does not apply to a page without files, and leaves the page to others', async () => {
    expect((await of(request(a, { type: 'document', status: 301 }))).status).toBe('na');
  });
});
