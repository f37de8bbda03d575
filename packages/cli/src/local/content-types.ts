import { extname } from 'node:path';

/** The types of files by their extensions, as hosts of static sites send them. */
const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  map: 'application/json',
  jsonld: 'application/ld+json',
  webmanifest: 'application/manifest+json',
  xml: 'application/xml',
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  vtt: 'text/vtt',
  svg: 'image/svg+xml',
  png: 'image/png',
  apng: 'image/apng',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
  zip: 'application/zip',
};

/** The names of pages. */
const pageName = /\.(?:html?|xhtml)$/i;

/** Whether a file is a page, by its name. */
export function isPageName(file: string): boolean {
  return pageName.test(file);
}

/** Whether a type is text, which hosts compress, and label as UTF-8 unless it is HTML. */
const text = /^text\/|[/+](?:json|xml)$|^image\/svg/;

/** What a server sends for a file: its type, and whether it is compressed. */
interface ContentType {
  readonly type: string;
  readonly isText: boolean;
}

/** Types whose files say their encoding themselves, in a byte order mark or at their beginning. */
const saysEncoding: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml']);

/** The type of a file by its name; bytes without a known extension. */
export function contentTypeOf(file: string): ContentType {
  const type = types[extname(file).slice(1).toLowerCase()] ?? 'application/octet-stream';
  const isText = text.test(type);
  const isUtf8 = isText && !saysEncoding.has(type);
  return { type: isUtf8 ? `${type}; charset=utf-8` : type, isText };
}
