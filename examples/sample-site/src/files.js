// @ts-check
import { pages } from './pages.js';
import { picture } from './picture.js';

/** @typedef {{ headers: Record<string, string>, body: string | Buffer }} File */

const style = `body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.6 serif; color: #222; }
nav a { margin-right: 1rem; }
img { max-width: 100%; height: auto; }
`;

const wheel = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
<circle cx="32" cy="32" r="28" fill="none" stroke="#246" stroke-width="4"/>
<circle cx="32" cy="32" r="4" fill="#246"/>
<path d="M32 4v56M4 32h56M12 12l40 40M52 12L12 52" stroke="#246"/>
</svg>
`;

const stand = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240">
<circle cx="160" cy="100" r="80" fill="none" stroke="#246" stroke-width="6"/>
<path d="M160 100L130 230M160 100L190 230M110 230H210" fill="none" stroke="#246" stroke-width="6"/>
</svg>
`;

/** @type {readonly [number, number, number]} */
const colour = [34, 68, 102];
const share = picture(1200, 630, colour);

/** @type {readonly (readonly [string, (origin: string) => File])[]} */
const entries = [
  ['/style.css', () => file('text/css; charset=utf-8', style)],
  ['/wheel.svg', () => file('image/svg+xml', wheel)],
  ['/stand.svg', () => file('image/svg+xml', stand)],
  ['/favicon.ico', () => file('image/png', picture(32, 32, colour))],
  ['/share.png', () => file('image/png', share)],
  ['/robots.txt', (origin) => file('text/plain; charset=utf-8', robots(origin))],
  ['/sitemap.xml', (origin) => file('application/xml; charset=utf-8', sitemap(origin))],
];

/** All files except pages, by path. Files that contain URLs get the origin of the request. */
export const files = new Map(entries);

/**
 * @param {string} type
 * @param {string | Buffer} body
 * @returns {File}
 */
function file(type, body) {
  const headers = {
    'content-type': type,
    'cache-control': 'public, max-age=31536000',
    'x-content-type-options': 'nosniff',
  };
  return { headers, body };
}

/** @param {string} origin */
function robots(origin) {
  return `User-agent: *\nDisallow: /back-room\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** @param {string} origin */
function sitemap(origin) {
  const urls = pages
    .filter(({ inSitemap }) => inSitemap)
    .map(({ path }) => `  <url><loc>${origin}${path}</loc></url>\n`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}</urlset>
`;
}
