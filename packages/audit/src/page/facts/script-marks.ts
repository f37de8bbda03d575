/**
 * What an inline script is searched for: URLs of services that follow visitors, words about consent and
 * storage, versions in the comments of libraries, and source maps. The longer the alternatives, the more of
 * the text the engine skips.
 */
const marks =
  /googletagmanager\.com\/(?:gtm|gtag\/js)|google-analytics\.com\/(?:ga|analytics|urchin)\.js|connect\.facebook\.net\/[\w-]{2,8}\/fbevents|static\.hotjar\.com\/c\/|clarity\.ms\/tag\/|analytics\.tiktok\.com\/i18n\/pixel|snap\.licdn\.com\/li\.lms|static\.ads-twitter\.com\/(?:uwt|oct)|s\.pinimg\.com\/ct\/|sc-static\.net\/scevent|bat\.bing\.(?:com|net)\/bat|mc\.yandex\.(?:ru|com)\/metrika|fullstory\.com\/s\/fs|cdn\.mouseflow\.com\/projects|script\.crazyegg\.com\/pages|onsent|ONSENT|ookie|OOKIE|ocalStorage|essionStorage|gdpr|GDPR|dsgvo|DSGVO|rgpd|RGPD|_tcfapi|rivacy|opt[-_]?(?:in|out)|opt(?:In|Out)|sourceMappingURL=|htmlPrefilter|(?:jQuery|jQuery JavaScript Library|AngularJS) v\d{1,3}\.\d{1,3}\.\d{1,3}(?=[\s|(*/])/g;

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

/** Collects the distinct marks of one script, whose text comes in pieces of one string. */
export function collectMarks(found: string[], keep: (mark: string) => boolean) {
  let from = -1;
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
    for (const [mark] of piece.matchAll(marks)) {
      if (found.includes(mark)) continue;
      if (found.length >= markLimit || !keep(mark)) return;
      found.push(mark);
    }
  };
}
