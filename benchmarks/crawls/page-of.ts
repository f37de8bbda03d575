const words =
  'a page of words without any meaning at all for anyone who happens to read them'.split(' ');

/** A page of a site. */
interface GeneratedPage {
  readonly page: number;
  /** How many pages the site has. */
  readonly count: number;
  readonly bytes: number;
  readonly path: string;
  readonly origin: string;
  /** Text that differs between versions of the page. Default: none. */
  readonly note?: string;
}

/** Each page links to the next ones, and to some far away, so that the site is few levels deep. */
export function pageOf({ page, count, bytes, path, origin, note = '' }: GeneratedPage): string {
  const links = Array.from({ length: 100 }, (_, at) => {
    const to = at < 50 ? page + at + 1 : page * 50 + at;
    return `<li class="item"><a href="/item/${to % count}">The item number ${to % count}</a></li>`;
  });
  const paragraphs: string[] = [];
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The page of item ${page}</title>
<meta name="description" content="All that is known of item ${page}, and of those that are like it.">
<meta name="viewport" content="width=device-width"><link rel="canonical" href="${origin}${path}">
<link rel="icon" href="/icon.png"></head><body><h1>Item ${page}</h1>${note}<ul>${links.join('\n')}</ul>`;
  for (let size = head.length, at = 0; size < bytes; at++) {
    const text = Array.from({ length: 60 }, (_, word) => words[(page * (at + 3) + word * 7) % 15]);
    const paragraph = `<h2>Part ${at} of ${page}</h2><p class="text">${text.join(' ')} ${page + at}.</p>
<img src="/image/${(page + at) % 40}.png" alt="Item ${page}" width="10" height="10">\n`;
    paragraphs.push(paragraph);
    size += paragraph.length;
  }
  return `${head}${paragraphs.join('')}</body></html>`;
}
