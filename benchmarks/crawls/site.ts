import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A site of as many pages as the first argument says, in a process of its own. Each page has a hundred links to
// others, and the size of the second argument. Its first message is its origin; a message is answered with the number
// of requests since the last one.

const [, , pages = '300', bytes = '20000'] = process.argv;
const count = Number(pages);
const words =
  'a page of words without any meaning at all for anyone who happens to read them'.split(' ');
let requests = 0;

const server = createServer((request, response) => {
  requests += 1;
  const path = request.url ?? '/';
  const page = path === '/' ? 0 : Number(/^\/item\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  const isPage = page < count;
  response.writeHead(isPage ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(isPage ? pageOf(page, path, `http://${request.headers.host}`) : 'Not found');
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('message', () => {
  process.send?.(requests);
  requests = 0;
});
process.once('disconnect', () => process.exit());

/** Each page links to the next ones, and to some far away, so that the site is few levels deep. */
function pageOf(page: number, path: string, origin: string): string {
  const links = Array.from({ length: 100 }, (_, at) => {
    const to = at < 50 ? page + at + 1 : page * 50 + at;
    return `<li class="item"><a href="/item/${to % count}">The item number ${to % count}</a></li>`;
  });
  const paragraphs: string[] = [];
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The page of item ${page}</title>
<meta name="description" content="All that is known of item ${page}, and of those that are like it.">
<meta name="viewport" content="width=device-width"><link rel="canonical" href="${origin}${path}">
<link rel="icon" href="/icon.png"></head><body><h1>Item ${page}</h1><ul>${links.join('\n')}</ul>`;
  for (let size = head.length, at = 0; size < Number(bytes); at++) {
    const text = Array.from({ length: 60 }, (_, word) => words[(page * (at + 3) + word * 7) % 15]);
    const paragraph = `<h2>Part ${at} of ${page}</h2><p class="text">${text.join(' ')} ${page + at}.</p>
<img src="/image/${(page + at) % 40}.png" alt="Item ${page}" width="10" height="10">\n`;
    paragraphs.push(paragraph);
    size += paragraph.length;
  }
  return `${head}${paragraphs.join('')}</body></html>`;
}
