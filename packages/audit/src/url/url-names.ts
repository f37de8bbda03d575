/** Names of what visitors have or do when they are signed in, and of carts: what they lead to depends on the visitor. */
const account =
  /^(?:(?:my[-_]?|mein[-_]?)?(?:accounts?|konto|profile?|dashboard|orders?|bestellungen)|log[-_]?(?:in|out|off)|sign[-_]?(?:in|out|up|on|off)|register|registrieren|anmelden|abmelden|auth|oauth\d?|sso|session|users?|members?|membership|admin|wp-admin|wp-login|password|cart|basket|bag|warenkorb|checkout|kasse|wish-?list|merkliste|favou?rites|subscribe|unsubscribe)$/i;

/** Names that stand for another page from time to time. */
const changing =
  /^(?:latest|newest|current|today|now|random|stable|nightly|next|prev|previous|neueste|aktuell|heute|zufall|go|out|link|redirect|r|goto|download)$/i;

/** Names of a start page. */
const start =
  /^(?:index|default|home|home-?page|start|start-?page|startseite|main|welcome|willkommen|accueil|inicio|hauptseite)$/i;

/** A code such as `en` or `de-AT`, as the first segment of a path. */
const language = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;

/** Names of pages that show what a search has found, in the languages of most sites. */
const search =
  /^(?:search|search[-_]?results?|catalogsearch|site-?search|suche|suchergebnisse?|recherche|rechercher|buscar|busca|busqueda|pesquisa|ricerca|cerca|zoeken|zoekresultaten|szukaj|hledat|vyhledavani|haku|sok|soeg)$/i;

/** Parameters with what was searched for: on any page, and on one with a name of {@link search}. */
const searchTerm = /^(?:search|search[-_]?(?:query|term|word|text)|suche|suchbegriff|suchwort)$/i;
const shortTerm = /^(?:q|query|s|k|w|keywords?|term|text|wort|words?|phrase)$/i;

/** Whether a URL shows what a search on the site has found. */
export function isSearch(url: string): boolean {
  if (!url.includes('?')) return false;
  const { searchParams } = new URL(url);
  const isNamed = segmentsOf(url).some((segment) => search.test(segment));
  for (const [name, value] of searchParams) {
    if (value.trim() === '') continue;
    if (searchTerm.test(name) || (isNamed && shortTerm.test(name))) return true;
    // The parameter of WordPress.
    if (name === 's' && isStartName(url)) return true;
  }
  return false;
}

/** The segments of the path of a URL, without extensions. */
function segmentsOf(url: string): readonly string[] {
  const segments = new URL(url).pathname.split('/').filter(Boolean);
  return segments.map((segment) => segment.replace(/\.[a-z]{2,5}\d?$/i, ''));
}

/** Whether a URL names something that depends on the visitor, such as an account, a login or a cart. */
export function isForVisitor(url: string): boolean {
  return segmentsOf(url).some((segment) => account.test(segment));
}

/**
 * Names of pages that search results have no use for, however they are meant: logins, registrations, carts and the account of
 * a visitor.
 */
const unindexed =
  /^(?:log[-_]?(?:in|out|off)|sign[-_]?(?:in|out|up|on|off)|register|registrieren|anmelden|abmelden|oauth\d?|sso|wp-admin|wp-login|(?:my[-_]?)?account|(?:mein[-_]?)?konto|cart|basket|warenkorb|checkout|kasse|wish-?list|merkliste|unsubscribe)$/i;

/** Whether a page is kept out of search engines on purpose where it is: a login, a cart, the results of a search. */
export function isKeptOut(url: string): boolean {
  return isSearch(url) || segmentsOf(url).some((segment) => unindexed.test(segment));
}

/** Whether a URL names something that leads to another page from time to time, such as the latest version. */
export function isChanging(url: string): boolean {
  return segmentsOf(url).some((segment) => changing.test(segment));
}

/** Whether a URL names the start page, or that of a language. */
export function isStartName(url: string): boolean {
  return segmentsOf(url).every((segment) => start.test(segment) || language.test(segment));
}

/** The language that the path of a URL begins with; `null` if it begins with none. */
export function languageInPath(url: string): string | null {
  const [first = ''] = segmentsOf(url);
  return language.test(first) ? first.toLowerCase() : null;
}
