import type { OpenPage } from './open-page.ts';
import type { ParsedScript } from './protocol.ts';

/** How many characters of scripts are searched: each of them, and all of a page. Messages have a limit, too. */
const maxCharacters = { script: 2_000_000, page: 8_000_000 };

/** How many polyfills of a script are returned. */
const maxPolyfills = 200;

/**
 * How core-js adds a function to an object, as a minifier writes it: `r({target:"Array",proto:!0},{at:` in version 3,
 * and `r(r.P,"Array",{fill:` in version 2, each with a condition in between. No other library has these texts.
 */
const polyfill = [
  String.raw`\{target:"(\w{1,30})",(proto|stat):(?:!0|true)\b(?:(?!target:)[^]){0,300}?\},\{"?(\w{1,40})"?:`,
  String.raw`(?<![\w$.])([\w$]{1,9})\(\4\.([PS])(?:\+\4\.F\*[^,{}]{1,60}?)?,"(\w{1,30})",\{"?(\w{1,40})"?:`,
].join('|');

/**
 * Returns a function that searches the scripts of a page for polyfills in the browser, which sends only lines that have
 * one. It returns `null` for scripts that are too long, or that the browser no longer has.
 */
export function polyfillSearch({ send }: Pick<OpenPage, 'send'>) {
  let left = maxCharacters.page;
  return async ({ scriptId, length = 0 }: ParsedScript): Promise<readonly string[] | null> => {
    if (length > maxCharacters.script || length > left) return null;
    left -= length;
    const query = { scriptId, query: polyfill, isRegex: true, caseSensitive: true } as const;
    const found = await send('Debugger.searchInContent', query).catch(() => null);
    if (found === null) return null;
    const names = new Set<string>();
    for (const { lineContent } of found.result) {
      for (const match of lineContent.matchAll(new RegExp(polyfill, 'g'))) {
        if (names.size === maxPolyfills) return [...names];
        names.add(nameOf(match));
      }
    }
    return [...names];
  };
}

function nameOf([, target, kind, name, , oldKind, oldTarget, oldName]: RegExpExecArray): string {
  const isOfInstances = kind === 'proto' || oldKind === 'P';
  return `${target ?? oldTarget}${isOfInstances ? '.prototype' : ''}.${name ?? oldName}`;
}
