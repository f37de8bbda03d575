import { describe, expect, it } from 'vitest';
import { startSites } from './start-sites.ts';
import { pageOf, useRenderer } from './use-renderer.ts';

const sites = startSites();
const render = useRenderer(sites);

/** Renders a document with a meta viewport. */
async function rendered(body: string, changes: Parameters<typeof render>[0] = {}) {
  sites.serve(
    'http://site.test/',
    `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width, initial-scale=1"><title>t</title>${body}</html>`,
  );
  return pageOf(await render(changes));
}

it('finds the elements that make a page wider than the screen', async () => {
  const { layout } = await rendered(
    `<div class="wrap"><table class="prices" style="width:700px"><tr><td><b style="display:block;width:690px">x</b></table></div>
    <div style="overflow-x:auto"><pre style="width:2000px">scrolls by itself</pre></div>
    <p style="position:fixed;left:0;width:900px">fixed</p><p style="width:900px;visibility:hidden">hidden</p>
    <p style="width:100px">narrow</p>`,
  );
  expect(layout?.viewport).toEqual({ width: 412, height: 823 });
  expect(layout?.width).toBeGreaterThanOrEqual(700);
  expect(layout?.wide).toEqual([
    { selector: 'table.prices', html: '<table class="prices" style="width:700px">', size: 700 },
  ]);
});

it('takes no overflow that is cut off for one', async () => {
  const fits = await rendered('<p>fits</p>');
  expect(fits.layout).toMatchObject({ width: 412, wide: [] });
  const cut = await rendered(
    '<style>body { overflow-x: hidden }</style><p style="width:900px">x</p>',
  );
  expect(cut.layout).toMatchObject({ width: 412, wide: [] });
});

it('is laid out for a wider screen without a meta viewport', async () => {
  sites.serve('http://site.test/', '<!doctype html><p>old</p>');
  const { layout } = pageOf(await render());
  expect(layout).toMatchObject({ viewport: { width: 980, height: 1958 }, width: 980, wide: [] });
});

it('counts visible characters of small text', async () => {
  const { layout } = await rendered(
    `<p>ten letters</p><small style="font-size:9px">tiny text</small><p style="font-size:12px">just so</p>
    <p style="font-size:5px;display:none">none</p><p style="font-size:5px;opacity:0">none</p>
    <p style="font-size:5px;position:absolute;width:1px;height:1px;overflow:hidden">for readers</p>
    <script>const text = 'no text'</script>`,
  );
  expect(layout?.smallText).toEqual({ characters: 8, all: 24 });
  expect(layout?.smallTexts).toEqual([
    { selector: 'small', html: '<small style="font-size:9px">', size: 9 },
  ]);
});

describe('images', () => {
  const picture = (width: number, height: number) => {
    // The head of a GIF has its size; what is missing of it is transparent.
    const head = Buffer.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0, 0, 0, 0, 0x80, 0, 0]);
    head.writeUInt16LE(width, 6);
    head.writeUInt16LE(height, 8);
    const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]);
    return Buffer.concat([head, Buffer.from([0, 0, 0, 255, 255, 255]), frame]);
  };
  const serve = (name: string, width: number, height: number) =>
    sites.serve(`http://site.test/${name}`, (_, response) => {
      response.setHeader('content-type', 'image/gif');
      response.setHeader('cache-control', 'no-store');
      // Browsers do not call an image the largest paint that has too few bytes for its size.
      response.end(Buffer.concat([picture(width, height), Buffer.alloc(40_000)]));
    });
  const imagesOf = async (body: string) => (await rendered(body)).layout?.images;

  it('are compared with their files', async () => {
    serve('large.gif', 800, 600);
    serve('wide.gif', 200, 100);
    const images = await imagesOf(
      `<img src="/large.gif" width="400" height="300"><img src="/large.gif" width="40" height="30">
      <img src="/wide.gif" width="200" height="200" alt="">`,
    );
    expect(images).toEqual({
      measured: 3,
      unlike: [
        {
          selector: 'img:nth-of-type(1)',
          isDecorative: false,
          html: '<img src="/large.gif" width="400" height="300">',
          url: 'http://site.test/large.gif',
          file: { width: 800, height: 600 },
          drawn: { width: 400, height: 300 },
        },
        expect.objectContaining({
          file: { width: 200, height: 100 },
          drawn: { width: 200, height: 200 },
          isDecorative: true,
        }),
      ],
    });
  });

  it.each([
    ['that fit', '<img src="/large.gif" width="460" height="345">'],
    ['that are drawn larger', '<img src="/large.gif" width="10" style="transform:scale(50)">'],
    [
      'in a frame',
      '<img src="/large.gif" style="width:480px;height:360px;padding:5px 0 20px 30px;border:solid;box-sizing:content-box">',
    ],
    ['that are cut', '<img src="/large.gif" style="width:600px;height:60px;object-fit:cover">'],
    ['that are not drawn', '<img src="/large.gif" width="10" style="display:none">'],
    ['that are transparent', '<img src="/large.gif" width="10" style="opacity:0">'],
    ['for counting', '<img src="/large.gif" width="1" height="1">'],
    ['that do not load', '<img src="/missing.gif" width="10">'],
    [
      'in their URL',
      `<img src="data:image/gif;base64,${picture(90, 90).toString('base64')}" width="9">`,
    ],
  ])('%s are as their files', async (_what, body) => {
    serve('large.gif', 800, 600);
    expect((await imagesOf(body))?.unlike).toEqual([]);
  });

  it('in a box keep their shape', async () => {
    serve('large.gif', 800, 600);
    const style = 'width:200px;height:30px';
    const images = await imagesOf(
      `<img src="/large.gif?1" style="${style};object-fit:cover"><img src="/large.gif?2" style="${style};object-fit:contain">
      <img src="/large.gif?3" style="width:80px;height:70px;padding:5px;border:5px solid;box-sizing:border-box">`,
    );
    expect(images?.unlike.map(({ drawn }) => drawn)).toEqual([
      { width: 200, height: 150 },
      { width: 40, height: 30 },
      { width: 60, height: 50 },
    ]);
  });

  it('that are chosen of several are measured by their file, without another request', async () => {
    serve('large.gif', 800, 600);
    const images = await imagesOf(
      '<img srcset="/large.gif 800w" sizes="400px" width="100" height="75"><picture><source srcset="/large.gif?2 2x"><img width="100" height="75"></picture>',
    );
    expect(images?.unlike.map(({ file }) => file)).toEqual([
      { width: 800, height: 600 },
      { width: 800, height: 600 },
    ]);
    expect(sites.requests.filter(({ url }) => url.includes('large.gif'))).toHaveLength(2);
  });

  it.each([
    [
      'a script requests',
      '<img id="i" width="400" height="300"><script>onload = () => { i.src = "/large.gif" }</script>',
      false,
      false,
    ],
    ['is lazy', '<img src="/large.gif" width="400" height="300" loading="Lazy">', null, true],
    [
      'the HTML names',
      '<img src="/large.gif" width="400" height="300"><script src="/a.js"></script>',
      true,
      false,
    ],
  ])('of which the largest is one that %s', async (_what, body, isFromParser, isLazy) => {
    serve('large.gif', 800, 600);
    const { layout, requests } = await rendered(`<h1>Rye</h1>${body}`);
    expect(layout?.largestImage).toMatchObject({
      url: 'http://site.test/large.gif',
      isLazy,
      html: expect.stringMatching(/^<img/),
    });
    // Whether a lazy one is requested before the document is read depends on time.
    const request = requests.find(({ url }) => url.endsWith('large.gif'));
    expect(request?.isFromParser).toBe(isFromParser ?? request?.isFromParser);
  });

  it('of which none is the largest', async () => {
    serve('large.gif', 800, 600);
    const text = `<p style="font-size:60px">${'Rye bread '.repeat(9)}</p>`;
    const small = await rendered(`${text}<img src="/large.gif" width="40">`);
    expect(small.layout?.largestImage).toBeNull();
    expect((await rendered('')).layout?.largestImage).toBeNull();
    const style = 'height:300px;background:url(/large.gif)';
    expect((await rendered(`<div style="${style}"></div>`)).layout?.largestImage).toBeNull();
  });

  it('are limited', async () => {
    serve('large.gif', 800, 600);
    const body = Array.from(
      { length: 120 },
      (_, index) => `<img src="/large.gif?${index}" width="9">`,
    );
    expect((await imagesOf(body.join('')))?.unlike).toHaveLength(100);
  });
});

it('runs the rules of axe-core that need colours and boxes', async () => {
  const { axe } = await rendered(
    `<img src="x.png"><p class="intro" style="color:#999">Light text</p>
    <div style="height:50px;overflow:auto" class="list"><p style="height:900px">Long</p></div>
    <p>Text with <a href="/x" style="text-decoration:none;color:#000066">a link</a> in it</p>
    <a href="/a" style="font-size:10px">a</a><a href="/b" style="font-size:10px">b</a>`,
  );
  expect(axe?.version).toMatch(/^4\./);
  expect(axe?.violations.map(({ id, count }) => [id, count])).toEqual([
    ['color-contrast', 1],
    ['link-in-text-block', 1],
    ['target-size', 2],
  ]);
  expect(axe?.violations[0]?.elements).toEqual([
    {
      selector: 'p.intro',
      html: '<p class="intro" style="color:#999">',
      data: {
        bgColor: '#ffffff',
        contrastRatio: 2.84,
        expectedContrastRatio: '4.5:1',
        fgColor: '#999999',
        fontSize: '12.0pt (16px)',
        fontWeight: 'normal',
      },
    },
  ]);
  const passing = await rendered('<p>Black on white, in a long sentence.</p>');
  expect(passing.axe).toMatchObject({ violations: [], passes: ['color-contrast'] });
  const unknown = await rendered(
    `<p style="background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=)">Text on an image</p>`,
  );
  expect(unknown.axe?.incomplete).toEqual([{ id: 'color-contrast', count: 1 }]);
});

it('returns the first elements, cut', async () => {
  const long = 'x'.repeat(1_000);
  const { axe, layout } = await rendered(
    `<p style="color:#ccc;font-size:9px" title="${long}">Light</p>`.repeat(50),
  );
  const [violation] = axe?.violations ?? [];
  expect(violation?.count).toBe(50);
  expect(violation?.elements).toHaveLength(20);
  expect(layout?.smallTexts).toHaveLength(20);
  expect(violation?.elements[0]?.html).toMatch(/^<p style="color:#ccc;font-size:9px" title="x+$/);
  expect(violation?.elements[0]?.html).toHaveLength(300);
  expect(violation?.elements[19]?.selector).toBe('p:nth-of-type(20)');
});

it('selects elements without names that builds and libraries make', async () => {
  const style = 'style="font-size:9px"';
  const { layout } = await rendered(
    `<i class="css-1q2w3e Button_root__3xYzA note" ${style}>a</i>
    <div id=":r1:"><b ${style}>b</b></div><div id="radix-7"><b ${style}>c</b></div>
    <main id="main-content"><u ${style}>d</u><u ${style}>e</u></main>
    <div id="post-4821"><s class="sc-bdVaJa svelte-1abcde _title_x1y2z_3" ${style}>f</s></div>
    <form><input name="localName"><input name="parentElement"><input name="nextElementSibling"><em ${style}>g</em></form>
    <form><em>h</em></form>
    <div id="one"><q>h</q></div><div id="two"><q ${style}>i</q></div>
    <div id="host"></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<button style="color:#ccc">Light text</button>';
    </script>`,
  );
  expect(layout?.smallTexts.map(({ selector }) => selector)).toEqual([
    'i.note',
    'div:nth-of-type(1) > b',
    'div:nth-of-type(2) > b',
    'u:nth-of-type(1)',
    'u:nth-of-type(2)',
    's',
    'form:nth-of-type(1) > em',
    '#two > q',
  ]);
});

it('pictures the screen, in a lower quality if needed', async () => {
  const noise = `<canvas id="c" width="412" height="823"></canvas><script>
    const context = c.getContext('2d');
    const image = context.createImageData(412, 823);
    for (let i = 0; i < image.data.length; i++) image.data[i] = i % 4 === 3 ? 255 : (i * 7919) % 251;
    context.putImageData(image, 0, 0);
    </script>`;
  const plain = await rendered(noise);
  expect(plain.screenshot).toBeNull();
  const large = await rendered(noise, {
    screenshot: true,
    limits: { screenshotBytes: 10_000_000 },
  });
  const size = Number(large.screenshot?.length);
  expect([...(large.screenshot?.subarray(0, 3) ?? [])]).toEqual([0xff, 0xd8, 0xff]);
  const smaller = await rendered(noise, {
    screenshot: true,
    limits: { screenshotBytes: size - 1 },
  });
  expect(Number(smaller.screenshot?.length)).toBeLessThan(size);
  expect(smaller.screenshot?.length).toBeGreaterThan(0);
  const none = await rendered(noise, { screenshot: true, limits: { screenshotBytes: 1_000 } });
  expect(none.screenshot).toBeNull();
  expect(none.html).toContain('<canvas');
});

it('returns the page when measuring it takes too long', async () => {
  const page = await rendered('<p style="color:#ccc">Light text</p>'.repeat(3_000), {
    limits: { rulesMs: 1 },
  });
  expect(page.html).toContain('Light text');
  expect(page.axe).toBeNull();
  expect(page.layout).not.toBeNull();
});
