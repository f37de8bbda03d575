import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startHttp } from '../fetch/fixtures/servers.ts';
import { probe } from './fixtures/probed-site.ts';

describe('scripts and style sheets', () => {
  it('are requested, with their headers for caching and compression', async () => {
    const source = 'a {\n\tb: c;\r\n}\n';
    const { resources } = await probe({
      html: `<link rel=stylesheet href=a.css><link rel="alternate stylesheet" href=no.css>
        <link rel=preload as=script href=no.js><script>inline</script>`,
      respond: (_request, response) =>
        response
          .writeHead(200, {
            'content-type': 'text/css; charset=utf-8',
            'content-encoding': 'gzip',
            'cache-control': 'max-age=60, public',
            etag: '"x"',
          })
          .end(gzipSync(source)),
    });
    expect(resources).toMatchObject({
      total: 1,
      sample: [
        {
          type: 'stylesheet',
          own: true,
          tag: { href: 'a.css' },
          probe: {
            status: 200,
            contentType: 'text/css',
            cacheControl: 'max-age=60, public',
            etag: '"x"',
            expires: null,
            contentEncoding: 'gzip',
            bytes: source.length,
            spaces: 7,
            transferBytes: gzipSync(source).length,
            complete: true,
          },
        },
      ],
    });
  });

  it('are four at most, the page’s own first, and read up to 256 KB', async () => {
    const other = await startHttp((_request, response) => response.end('x'));
    const scripts = [0, 1, 2].map(
      (index) => `<script src="http://localhost:${other.port}/${index}.js"></script>`,
    );
    const found = await probe({
      html: `${scripts.join('')}<script src="/a.js"></script><link rel=stylesheet href="/a.css">`,
      respond: (_request, response) => response.end(' '.repeat(300_000)),
      allow: [`127.0.0.1:${other.port}`],
    });
    expect(found.resources.total).toBe(5);
    expect(found.resources.sample.map(({ own }) => own)).toEqual([true, true, false, false]);
    expect(found.resources.sample[2]).toMatchObject({ probe: { bytes: 1, complete: true } });
    expect(found.resources.sample[0]).toMatchObject({
      type: 'script',
      probe: { bytes: 262_144, spaces: 262_144, complete: false },
    });
  });

  it('are skipped if robots.txt disallows them or their address is private', async () => {
    const hidden = await startHttp((_request, response) => response.end());
    const { resources } = await probe({
      html: `<script src="/a.js"></script><script src="${hidden.url}b.js"></script>`,
      robots: 'User-agent: *\nDisallow: /a.js',
    });
    expect(resources.sample.map(({ probe }) => 'reason' in probe && probe.reason)).toEqual([
      'robots_txt',
      'address_blocked',
    ]);
    expect(hidden.connections()).toBe(0);
  });
});

describe('the image for link previews', () => {
  const gif = Buffer.from('4749463839612c01c80080', 'hex');

  it('is the first og:image that is not empty', async () => {
    const found = await probe({
      html: '<meta property="og:image" content=" "><meta name="og:image" content="s.gif"><meta property="og:image" content="t.gif">',
      respond: (_request, response) => response.setHeader('content-type', 'image/gif').end(gif),
    });
    expect(found.requests).toContain('GET /dir/s.gif');
    expect(found.requests).not.toContain('GET /dir/t.gif');
    expect(found.sharedImage).toMatchObject({
      tag: { content: 's.gif' },
      probe: {
        status: 200,
        contentType: 'image/gif',
        format: 'gif',
        size: { width: 300, height: 200 },
      },
    });
  });

  it('is read only at its start', async () => {
    const { sharedImage } = await probe({
      html: '<meta property="og:image" content="/s">',
      respond: (_request, response) => response.write(Buffer.concat([gif, Buffer.alloc(100_000)])),
    });
    expect(sharedImage?.probe).toMatchObject({ kind: 'response', format: 'gif' });
  });

  it.each([
    ['http://[', 'url_invalid'],
    ['data:image/png;base64,x', 'url_scheme'],
    ['http://10.0.0.1/', 'address_blocked'],
    ['/no', 'robots_txt'],
  ])('is skipped for %s: %s', async (href, reason) => {
    const html = `<meta property="og:image" content="${href}">`;
    const { sharedImage } = await probe({ html, robots: 'User-agent: *\nDisallow: /no' });
    expect(sharedImage?.probe).toMatchObject({ kind: 'skipped', reason });
  });

  it('is null if the page has none', async () => {
    expect((await probe({})).sharedImage).toBeNull();
  });
});

describe('llms.txt', () => {
  const of = async (text: string, robots?: string) =>
    (
      await probe({
        respond: (_request, response) => response.setHeader('content-type', 'text/plain').end(text),
        ...(robots !== undefined && { robots }),
      })
    ).llmsTxt;

  it('is searched for a heading and links', async () => {
    expect(await of('# Site\n\n> About\n\n- [Docs](https://example.com/docs): all')).toMatchObject({
      status: 200,
      contentType: 'text/plain',
      length: 56,
      hasHeading: true,
      hasLink: true,
    });
    expect(await of('#Site\n[a](', undefined)).toMatchObject({ hasHeading: false, hasLink: false });
    expect(await of('\ufeff# Site')).toMatchObject({ hasHeading: true });
  });

  it('is skipped if robots.txt disallows it', async () => {
    expect(await of('', 'User-agent: *\nDisallow: /')).toMatchObject({ reason: 'robots_txt' });
  });
});

describe('security.txt', () => {
  const of = async (text: string, robots?: string) =>
    (
      await probe({
        respond: (_request, response) => response.setHeader('content-type', 'text/plain').end(text),
        ...(robots !== undefined && { robots }),
      })
    ).securityTxt;

  it('is read line by line', async () => {
    const text = [
      '\ufeff-----BEGIN PGP SIGNED MESSAGE-----',
      '# Contact: mailto:old@example.com',
      'contact:mailto:security@example.com',
      'CONTACT: https://example.com/report',
      'Expires: 2027-01-01T00:00:00Z',
      'Policy: https://example.com/policy',
      'X-Other: a',
      'Contacts: b',
      '',
    ];
    expect(await of(text.join('\r\n'))).toEqual({
      kind: 'response',
      url: expect.stringMatching(/^http:[^?#]+:\d+\/\.well-known\/security\.txt$/),
      status: 200,
      contentType: 'text/plain',
      fields: 4,
      contacts: ['mailto:security@example.com', 'https://example.com/report'],
      expires: ['2027-01-01T00:00:00Z'],
      cut: false,
    });
  });

  it('is skipped if robots.txt disallows it', async () => {
    expect(await of('', 'User-agent: *\nDisallow: /')).toMatchObject({ reason: 'robots_txt' });
  });
});
