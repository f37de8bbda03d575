const attribute = 'aria-labelledby';
/** References that are looked up: far more than a page has. */
const most = 1_000;
/** Ids of one attribute that are looked for: as many as are followed. */
const mostIds = 20;
/** Characters of one attribute that are looked at. */
const longest = 500;

/**
 * The ids that `aria-labelledby` attributes of a page name, so that the texts of those elements can be
 * kept while the page is read once. What only looks like an attribute costs nothing but that.
 */
export function wantedLabels(text: string): ReadonlySet<string> {
  const wanted = new Set<string>();
  let at = text.indexOf(attribute);
  for (let seen = 0; at !== -1 && seen < most; seen++) {
    const from = at + attribute.length;
    const value = /^\s*=\s*(?:"([^"]*)|'([^']*)|([^\s>"']+))/.exec(
      text.slice(from, from + longest),
    );
    const ids = value?.[1] ?? value?.[2] ?? value?.[3] ?? '';
    for (const id of ids.trim().split(/\s+/, mostIds)) if (id !== '') wanted.add(id);
    at = text.indexOf(attribute, from);
  }
  return wanted;
}
