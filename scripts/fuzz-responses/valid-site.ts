import { gzipSync } from 'node:zlib';

/** A valid response for a path. */
export interface SoundBody {
  readonly status: number;
  readonly type: string;
  readonly body: Buffer;
}

/** A page that causes every kind of request of a report. */
const page = `<!doctype html><html lang=en><head><meta charset=utf-8><title>A page</title>
<meta name=description content="A page that names everything that a report asks for.">
<link rel=canonical href="/canonical"><link rel=next href="/page-2">
<link rel=alternate hreflang=de href="/de"><link rel=alternate hreflang=fr href="/fr">
<link rel=icon href="/icon.png"><link rel=stylesheet href="/style.css">
<script src="/script.js"></script><meta property=og:image content="/shared.png">
<script type=application/ld+json>{"@context":"https://schema.org","@type":"Article","url":"/a"}</script>
</head><body><h1>A page</h1><p>${'Words of a page. '.repeat(30)}</p>
${[1, 2, 3, 4, 5].map((number) => `<img src="/image-${number}.png" alt=x>`).join('')}
${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `<a href="/link-${number}">one</a>`).join('')}
<a href="https://good.test/">elsewhere</a><form action="/send"><input></form>
</body></html>`;

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000010000000100802000000', 'hex');

const urlset = (origin: string) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${['/a', '/']
    .map((path) => `<url><loc>${origin}${path}</loc></url>`)
    .join('')}</urlset>`;

const bodies: Readonly<Record<string, (origin: string) => readonly [string, string | Buffer]>> = {
  '/robots.txt': (origin) => [
    'text/plain',
    `User-agent: *\nDisallow: /private\nSitemap: ${origin}/sitemap.xml\n`,
  ],
  '/sitemap.xml': (origin) => [
    'application/xml',
    `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>${origin}/urls.xml.gz</loc></sitemap></sitemapindex>`,
  ],
  '/urls.xml.gz': (origin) => ['application/gzip', gzipSync(urlset(origin))],
  '/style.css': () => ['text/css', 'p { color: red }\n'.repeat(50)],
  '/script.js': () => ['text/javascript', 'console.log(1);\n'.repeat(50)],
  '/llms.txt': () => ['text/markdown', '# A site\n\n[a](https://good.test/a)\n'],
  '/.well-known/security.txt': () => [
    'text/plain',
    'Contact: mailto:security@good.test\nExpires: 2100-01-01T00:00:00Z\n',
  ],
};

/** The responses of a server without faults. */
export function soundBody(path: string, origin: string): SoundBody {
  const known = bodies[path]?.(origin);
  if (known !== undefined) return { status: 200, type: known[0], body: Buffer.from(known[1]) };
  if (path.endsWith('.png')) return { status: 200, type: 'image/png', body: png };
  const missing = path.startsWith('/sitegrade-') || path === '/favicon.ico';
  return { status: missing ? 404 : 200, type: 'text/html; charset=utf-8', body: Buffer.from(page) };
}
