const attribute = 'aria-labelledby';
/** References that are read: far more than a normal page has. */
const most = 1_000;
/** Ids of one attribute that are read: as many as are resolved. */
const mostIds = 20;
/** Characters of one attribute that are read. */
const longest = 500;

/**
 * The ids in `aria-labelledby` attributes of a page, found before it is read, so that the text of
 * those elements can be kept in one pass. Text that only looks like the attribute does no harm.
 */
export function referencedLabels(text: string): ReadonlySet<string> {
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
