import type { AnchorFact } from '../../../page/page-facts.ts';
import type { PageLink } from '../../../page-urls.ts';
import type { Check } from '../../check.ts';
import { tagsEvidence } from '../../evidence.ts';
import { shortList } from '../../short-list.ts';

/** Links within the page lead to a place that it has. Scripts may add more places: it weighs nothing. */
export const linksBookmark: Check = {
  id: 'links-bookmark',
  category: 'seo',
  importance: 'info',
  title: 'Links within the page have a target',
  advice:
    'Give the place that a link is to lead to an id, as in <h2 id="prices"> for <a href="#prices">, or correct the name behind the #.',
  source: 'https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment',
  run: ({ page, urls }) => {
    const links = urls.links
      .filter(({ kind }) => kind === 'self')
      .map((link) => ({ tag: link.tag, name: placeOf(link) }))

      .filter((link): link is { tag: AnchorFact; name: string } => link.name !== null);
    if (links.length === 0) {
      return { status: 'na', summary: 'The page has no links to places within it.' };
    }
    // What is not among the ids that are kept may be there all the same.
    if (page.idsCut) {
      return { status: 'error', summary: 'The page has too many ids to look for one.' };
    }
    const names = new Set(page.anchors.map(({ name }) => name));
    const isPlace = (name: string) => page.ids.has(name) || names.has(name);
    const dangling = links.filter(({ name }) => !isPlace(name) && !isPlace(decoded(name)));
    const quoted = shortList(new Set(dangling.map(({ name }) => name)));
    const value = { links: links.length, dangling: dangling.length, names: quoted };
    if (dangling.length === 0) {
      return { status: 'pass', summary: 'Every link within the page has a target.', value };
    }
    return {
      status: 'warn',
      summary: `${dangling.length} of ${links.length} links within the page ${dangling.length === 1 ? 'leads' : 'lead'} to a place that the HTML does not have, such as #${quoted[0]}.`,
      value,
      evidence: tagsEvidence(dangling),
    };
  },
};

/** The id that a link within the page leads to; `null` where it leads to none. */
function placeOf({ tag }: PageLink): string | null {
  // What a script or a role makes a button of need not lead anywhere.
  if (tag.scripted || tag.role?.trim()) return null;
  const href = tag.href ?? '';
  const start = href.indexOf('#');
  if (start === -1) return null;
  // What follows `:~:` is for the browser, such as a text to look for.
  const [name = ''] = href
    .slice(start + 1)
    .trimEnd()
    .split(':~:', 1);
  // Scripts keep addresses of their own there: `#!/about`, `#comments/7`, `#page=2`.
  if (name === '' || /^!|[/=]/.test(name)) return null;
  return name.length <= 9 && decoded(name).toLowerCase() === 'top' ? null : name;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
