import type { AnchorFact, PageFacts } from '../../../page/page-facts.ts';
import { shortList, tagsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { firstOf } from '../../../readings/notes.ts';
import type { PageLink } from '../../../readings/page-urls.ts';
import { percentDecoded } from '../../../url/percent-decoded.ts';
import type { Check } from '../../check.ts';

/** Looking for the marks of scripts takes longer than looking up a target. */
const maxMissing = 200;

/**
 * Links within the page point to an existing id. Scripts may add ids later, so the check has no weight.
 */
export const linksBookmark: Check = {
  id: 'links-bookmark',
  category: 'seo',
  importance: 'info',
  title: 'Links within the page have a target',
  advice:
    'Add an id to the element that the link points to, such as <h2 id="prices"> for <a href="#prices">, or correct the name after the #.',
  why: 'Visitors who follow such a link stay where they are instead of getting to the part of the page that they chose.',
  source: 'https://html.spec.whatwg.org/multipage/browsing-the-web.html#scrolling-to-a-fragment',
  run: ({ page, urls }) => {
    const links: { readonly tag: AnchorFact; readonly name: string }[] = [];
    for (const link of urls.links) {
      const name = link.kind === 'self' ? targetIdOf(link) : null;
      if (name !== null) links.push({ tag: link.tag, name });
    }
    const strayed = urls.links.filter((link) => isStrayed(link, page));
    const [stray] = strayed;
    if (stray !== undefined) {
      const count = strayed.length;
      const where = withoutFragment(stray.url?.href ?? '')
        .slice(0, 150)
        .toWellFormed();
      return {
        status: 'warn',
        summary: `${count} ${count === 1 ? 'link' : 'links'} to a place within the page ${count === 1 ? 'leads' : 'lead'} to ${where} instead, because of the <base> of the page.`,
        value: { links: links.length + count, strayed: count },
        advice:
          'Write the URL of the page before the #: <a href="/page#prices">. Or remove <base>, which all relative URLs of the page depend on.',
        evidence: tagsEvidence(strayed),
      };
    }
    if (links.length === 0) {
      return { status: 'na', summary: 'The page has no links within itself.' };
    }
    // Ids that were not kept may exist.
    if (page.idsCut) {
      return { status: 'error', summary: 'The page has too many ids to check its links.' };
    }
    let names: ReadonlySet<string | null> | null = null;
    const isTarget = (name: string): boolean => {
      if (page.ids.has(name)) return true;
      // Most targets have an id.
      names ??= new Set(page.anchors.map((anchor) => anchor.name));
      return names.has(name);
    };
    const missing = firstOf(
      page,
      links.filter(({ name }) => !isTarget(name) && !isTarget(percentDecoded(name))),
      maxMissing,
      'links within the page that have no target are checked',
    );
    const usesDisqus = hasDisqus(page);
    const dangling = missing.filter(
      ({ tag, name }) => !isScriptHook(tag) && !(usesDisqus && disqusTarget.test(name)),
    );
    const checked = links.length - (missing.length - dangling.length);
    const quoted = shortList(new Set(dangling.map(({ name }) => name)));
    return faultsOutcome(checked, dangling, {
      none: 'Scripts handle the links within the page.',
      fault: 'Links within the page without a target',
      summary: (count, all) =>
        `${count} of ${all} links within the page ${count === 1 ? 'points' : 'point'} to an id that is not in the HTML, such as #${quoted[0]}.`,
      value: { links: checked, dangling: dangling.length, names: quoted },
    });
  },
};

/** Whether a link such as `#prices`, whose target is on the page, leads to another page, that of `<base>`. */
function isStrayed({ kind, tag, url }: PageLink, { ids }: PageFacts): boolean {
  const href = tag.href?.trim() ?? '';
  const isElsewhere = kind === 'internal' || kind === 'external';
  return (
    isElsewhere && url !== null && href.startsWith('#') && ids.has(percentDecoded(href.slice(1)))
  );
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** What links to the comments of Disqus point to: its script adds the element, or finds the links by it. */
const disqusTarget = /^(?:comments|disqus_thread)$/;

/** Whether comments of Disqus are on the page. */
function hasDisqus({ ids, scripts }: PageFacts): boolean {
  return (
    ids.has('disqus_thread') ||
    scripts.some(({ src }) => /\bdisqus\.com\/|\/disqus-comment-system\//.test(src ?? ''))
  );
}

/** The id that a link within the page points to; `null` if it points to none. */
function targetIdOf({ tag }: PageLink): string | null {
  // A link that a script or a role turns into a button needs no target.
  if (tag.scripted || tag.role?.trim()) return null;
  const href = tag.href ?? '';
  const start = href.indexOf('#');
  if (start === -1) return null;
  // The part after `:~:` is for the browser, such as text to highlight.
  const [name = ''] = href
    .slice(start + 1)
    .trimEnd()
    .split(':~:', 1);
  // Scripts keep their own routes in the fragment: `#!/about`, `#comments/7`, `#page=2`.
  if (name === '' || /^!|[/=]/.test(name)) return null;
  return name.length <= 9 && percentDecoded(name).toLowerCase() === 'top' ? null : name;
}

/**
 * Attributes of links that scripts handle: Bootstrap’s `data-toggle`, bindings of Vue, Alpine and Angular, and those
 * with which a link says that it opens something.
 */
const hookAttribute =
  /\s(?:data-[\w:.-]+|on[a-z]+|@[\w:.-]+|v-on:[\w:.-]+|x-[\w:.-]+|ng-[\w-]+|aria-(?:controls|expanded|haspopup))(?:[\s=>]|$)/i;

/** Words in the class or the id of such links. */
const hookWord =
  /\bjs|toggle|modal|popup|lightbox|dropdown|collapse|trigger|hamburger|menu-(?:button|link)|offcanvas|accordion|carousel|slider|\btab|scroll|to-?top|share|addtoany|a2a|login|signin/i;

/** The start of a class and of an id; a match of more would take long on hostile tags. */
const names = [/\sclass\s*=\s*["']?([^"'>]{0,200})/i, /\sid\s*=\s*["']?([^"'>]{0,200})/i] as const;

/** Whether a script probably opens something with the link, which then needs no target. */
function isScriptHook({ html }: AnchorFact): boolean {
  if (hookAttribute.test(html)) return true;
  return names.some((pattern) => hookWord.test(pattern.exec(html)?.[1] ?? ''));
}
