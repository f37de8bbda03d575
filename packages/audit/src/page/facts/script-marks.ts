/**
 * What an inline script is searched for: URLs of services that follow visitors, words about consent and
 * storage, versions in the comments of libraries, source maps, and `document.write`. The longer the alternatives, the
 * more of the text the engine skips.
 */
const marks =
  /googletagmanager\.com\/(?:gtm|gtag\/js)|google-analytics\.com\/(?:ga|analytics|urchin)\.js|connect\.facebook\.net\/[\w-]{2,8}\/fbevents|static\.hotjar\.com\/c\/|clarity\.ms\/tag\/|analytics\.tiktok\.com\/i18n\/pixel|snap\.licdn\.com\/li\.lms|static\.ads-twitter\.com\/(?:uwt|oct)|s\.pinimg\.com\/ct\/|sc-static\.net\/scevent|bat\.bing\.(?:com|net)\/bat|mc\.yandex\.(?:ru|com)\/metrika|fullstory\.com\/s\/fs|cdn\.mouseflow\.com\/projects|script\.crazyegg\.com\/pages|onsent|ONSENT|ookie|OOKIE|ocalStorage|essionStorage|gdpr|GDPR|dsgvo|DSGVO|rgpd|RGPD|_tcfapi|rivacy|opt[-_]?(?:in|out)|opt(?:In|Out)|sourceMappingURL=|htmlPrefilter|(?:jQuery|jQuery JavaScript Library|AngularJS) v\d{1,3}\.\d{1,3}\.\d{1,3}(?=[\s|(*/])|document\s?\.\s?write/g;

/** The mark of a script that begins with the snippet of a service, which runs at once. */
export const snippetMark = 'snippet';
/** Characters at the beginning of a script that are searched for a snippet. */
const beginning = 1_000;
/**
 * A snippet as services publish it, after comments: a function that is called at once, with parameters of one
 * letter, or a list of commands. Scripts that are written for a site begin otherwise: they may wait for a click.
 */
const snippet =
  /(?:\s|<!--[^\n]*\n|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:[;!+(]+\s*function\s*\(\s*[a-z](?:\s*,\s*[a-z])*\s*\)|var (?:_gaq|gaJsHost)(?=[\s=])|(?:window\.)?_linkedin_partner_id(?=[\s=])|window(?:\.|\[')_(?:mfq|fs_)|_linkedin_data_partner)/y;

/** The mark of a script that loads a file with `document.write` while the page is read. */
export const documentWriteMark = 'document.write';

/** Distinct marks of a script that are kept. */
const markLimit = 40;
/** No mark is longer. */
const overlap = 64;

/** Whether browsers run an inline script of this type. */
export function runsInline(type: string | null): boolean {
  return (
    type === null || /^\s*(?:$|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)/i.test(type)
  );
}

/**
 * Collects the distinct marks of one script, whose text comes in pieces of one string.
 *
 * @param writes - Whether a script that names `document.write` loads a file with it, from the offset where it begins.
 */
export function collectMarks(
  found: string[],
  keep: (mark: string) => boolean,
  writes: (text: string, from: number) => boolean,
) {
  let from = -1;
  let isWriting: boolean | null = null;
  return (text: string, start: number, end: number): void => {
    if (from === -1) from = start;
    if (start - from < beginning && !found.includes(snippetMark)) {
      const head = text.slice(from, Math.min(end, from + beginning));
      snippet.lastIndex = 0;
      if (snippet.test(head) && keep(snippetMark)) found.push(snippetMark);
    }
    if (found.length >= markLimit) return;
    // Overlaps the piece before, so that no mark is cut in two.
    const piece = text.slice(Math.max(from, start - overlap), end);
    // Not matchAll, which copies the expression: a script has a piece for every 2,048 characters.
    marks.lastIndex = 0;
    for (let match = marks.exec(piece); match !== null; match = marks.exec(piece)) {
      const [mark] = match;
      const isWrite = mark.startsWith('document');
      if (isWrite) isWriting ??= writes(text, from);
      const name = isWrite ? documentWriteMark : mark;
      if (found.includes(name) || (isWrite && !isWriting)) continue;
      if (found.length >= markLimit || !keep(name)) return;
      found.push(name);
    }
  };
}
