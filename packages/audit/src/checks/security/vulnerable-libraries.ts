import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome } from '../../outcome.ts';
import type { ScriptFact } from '../../page/page-facts.ts';
import { namesText, shortList, tagsEvidence } from '../../readings/evidence.ts';
import { advisoriesDate } from '../../readings/libraries/advisories.ts';
import {
  type IdentifiedLibrary,
  libraryAt,
  libraryOfComment,
} from '../../readings/libraries/identify-library.ts';
import {
  type Advisory,
  compareVersions,
  vulnerabilitiesOf,
} from '../../readings/libraries/known-vulnerabilities.ts';
import { isRunAsScript } from '../../readings/media-type.ts';
import type { Check } from '../check.ts';

interface Found extends IdentifiedLibrary {
  readonly tag: ScriptFact;
  readonly advisories: readonly Advisory[];
}

/**
 * No library of the page is a version that is known to let others run scripts on it. Only versions that a
 * URL or a comment states count, compared with a list that was current on {@link advisoriesDate}.
 *
 * @remarks Which versions are vulnerable is from published advisories.
 */
export const vulnerableLibraries: Check = {
  id: 'vulnerable-libraries',
  category: 'security',
  importance: 'medium',
  title: 'JavaScript libraries are free of known vulnerabilities',
  advice:
    'Update the library, in the theme, the plugin or the template that loads it, and test the page. Replace a library that is no longer maintained.',
  why: 'Attackers know these weaknesses, and may use them to steal data of visitors or to change the page.',
  source: 'https://owasp.org/Top10/A06_2021-Vulnerable_and_Outdated_Components/',
  run: (facts): Outcome => {
    const identified = librariesOf(facts);
    if (identified.length === 0) {
      return { status: 'na', summary: 'No script states the version of a library that we know.' };
    }
    const found = identified.filter(({ advisories }) => advisories.length > 0);
    const value = {
      libraries: shortList(new Set(identified.map(nameOf))),
      vulnerabilities: shortList(
        new Set(
          found.flatMap((library) =>
            library.advisories.map(({ id }) => `${nameOf(library)}: ${id}`),
          ),
        ),
      ),
      list: advisoriesDate,
    };
    const [first] = found;
    if (first === undefined) {
      const summary = `No known vulnerability: ${namesText(value.libraries)}.`;
      return { status: 'pass', summary, value };
    }
    const severe = found.some((library) => library.advisories.some(isSevere));
    return {
      status: severe ? 'fail' : 'warn',
      summary: summaryOf(first, new Set(found.map(nameOf)).size - 1),
      value,
      evidence: tagsEvidence(found),
    };
  },
};

function isSevere({ severity }: Advisory): boolean {
  return severity === 'high' || severity === 'critical';
}

function nameOf({ library, version }: IdentifiedLibrary): string {
  return `${library.name} ${version}`;
}

function summaryOf(found: Found, others: number): string {
  const ids = new Set(found.advisories.map(({ id }) => id));
  const [id = ''] = ids;
  const count =
    ids.size === 1
      ? `a published vulnerability, ${id}`
      : `${ids.size} published vulnerabilities, ${id} and others`;
  const fix = fixOf(found);
  const fixed =
    fix === null ? '' : ` ${fix} is the first version without ${ids.size === 1 ? 'it' : 'them'}.`;
  const rest =
    others === 0
      ? ''
      : ` ${others} more ${others === 1 ? 'library has' : 'libraries have'} some, too.`;
  return `${nameOf(found)} has ${count}.${fixed}${rest}`;
}

/** Versions that the list names as fixed, but that were only sold as a part of paid support. */
const unpublished = new Set(['Bootstrap 3.4.2', 'AngularJS 1.8.4']);

/** The first version without the vulnerabilities; `null` where none was published. */
function fixOf({ library, advisories }: Found): string | null {
  const [newest = null] = advisories
    .map(({ fixed }) => fixed)
    .toSorted((a, b) => (a === null ? -1 : b === null ? 1 : compareVersions(b, a)));
  return unpublished.has(`${library.name} ${newest}`) ? null : newest;
}

/**
 * Scripts that fix jQuery without changing its version: those of Drupal 7
 * (https://www.drupal.org/sa-core-2020-002), and an inline script that sets `htmlPrefilter`, as jQuery
 * recommends to those who cannot update (https://jquery.com/upgrade-guide/3.5/).
 */
const fixesOfJquery = /jquery-(?:html-prefilter|extend)-3\.\d\.\d(?:-backport)?(?:\.min)?\.js/i;

/** Scripts whose version is looked for, and libraries that are compared: far more than pages have. */
const maxScripts = 1_000;
const maxLibraries = 100;

function librariesOf({ page, urls }: AuditFacts): readonly Found[] {
  const found: Found[] = [];
  const keep = (tag: ScriptFact, identified: IdentifiedLibrary | null): void => {
    if (identified === null || found.length >= maxLibraries) return;
    found.push({ ...identified, tag, advisories: vulnerabilitiesOf(identified) });
  };
  let scripts = 0;
  for (const { kind, tag, url } of urls.resources) {
    if (kind !== 'script' || scripts++ >= maxScripts) continue;
    if (isRunAsScript(tag.type)) keep(tag, libraryAt(url));
  }
  for (const tag of page.scripts.slice(0, maxScripts)) {
    for (const mark of tag.marks) keep(tag, libraryOfComment(mark));
  }
  const isJquery = ({ library }: Found) => library.key === 'jquery';
  if (!found.some(isJquery)) return found;
  const isFixed = page.scripts.some(
    ({ src, marks }) => marks.includes('htmlPrefilter') || fixesOfJquery.test(src ?? ''),
  );
  return isFixed ? found.filter((library) => !isJquery(library)) : found;
}
