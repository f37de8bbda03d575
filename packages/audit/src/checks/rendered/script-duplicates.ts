import { countText } from '../../readings/count-text.ts';
import { maxEvidence, shortList, shortUrl, urlEvidence } from '../../readings/evidence.ts';
import { libraryAt } from '../../readings/libraries/identify-library.ts';
import { renderedOf } from '../../readings/rendered-page.ts';
import { scriptsNotListed } from '../../readings/scripts-not-listed.ts';
import type { Check } from '../check.ts';

/** @remarks The limit of 1,000 characters is ours: shorter texts are the same by chance, or empty on purpose. */
const short = 1_000;

/** What of a query is a version of the file, and no setting of it. */
const versions = new Set(['v', 'ver', 'version', 'rev', 't', 'ts', '_']);

/**
 * No script is received under two URLs, and no library in two versions.
 *
 * @remarks Unlike Lighthouse, which needs source maps, we compare whole files, and versions of libraries that URLs
 * name.
 */
export const scriptDuplicates: Check = {
  id: 'script-duplicates',
  category: 'performance',
  importance: 'low',
  reads: 'browser',
  title: 'Each script is loaded once',
  advice:
    'Keep one of the quoted files, and remove the others from the theme, the plugins or the bundles that load them. Of a library, keep the newest version that everything works with.',
  why: 'Visitors receive and run the same code several times, and two versions of a library can break each other.',
  source: 'https://developer.chrome.com/docs/performance/insights/duplicated-javascript',
  run: (facts) => {
    const scripts = renderedOf(facts)?.scripts ?? null;
    if (scripts === null) return scriptsNotListed;
    const files = scripts.files.flatMap((file) =>
      URL.canParse(file.url) ? [{ ...file, address: new URL(file.url) }] : [],
    );
    if (files.length === 0) return { status: 'na', summary: 'The page loads no script files.' };
    const same = groupsOf(
      files.filter(({ characters }) => characters >= short),
      ({ hash, characters }) => `${characters} ${hash}`,
    );
    const libraries = files.flatMap(({ address }) => {
      const found = libraryAt(address);
      return found === null ? [] : [{ address, ...found }];
    });
    const several = groupsOf(libraries, ({ library }) => library.key);
    const doubled = new Set([...several, ...same].flat().map(({ address }) => address.href));
    const value = { files: files.length, doubled: shortList(doubled) };
    const [[first, ...others] = [], [file] = []] = [several[0], same[0]];
    if (first !== undefined) {
      const versionsText = [first, ...others].map(({ version }) => version).join(' and ');
      return {
        status: 'warn',
        summary: `${first.library.name} is loaded ${countText(others.length + 1)} times: ${versionsText}.`,
        value,
        evidence: [...doubled].slice(0, maxEvidence).map(urlEvidence),
      };
    }
    if (file !== undefined) {
      return {
        status: 'warn',
        summary: `The same script is loaded from several URLs: ${shortUrl(file.address.href)} and ${countText(doubled.size - 1)} more.`,
        value,
        evidence: [...doubled].slice(0, maxEvidence).map(urlEvidence),
      };
    }
    const summary = `Script files that are loaded twice: 0 of ${countText(files.length)}.`;
    return { status: 'pass', summary, value };
  },
};

/** Groups of several addresses. */
function groupsOf<File extends { readonly address: URL }>(
  files: readonly File[],
  keyOf: (file: File) => string,
): readonly (readonly File[])[] {
  const groups = new Map<string, Map<string, File>>();
  for (const file of files) {
    const group = groups.get(keyOf(file)) ?? new Map<string, File>();
    groups.set(keyOf(file), group);
    const address = addressOf(file.address);
    if (!group.has(address)) group.set(address, file);
  }
  return [...groups.values()].filter(({ size }) => size > 1).map((group) => [...group.values()]);
}

/**
 * An address without the settings in its query: a widget that is loaded for each of its places has others in each, and no
 * one can load it once.
 */
function addressOf({ origin, pathname, searchParams }: URL): string {
  const names = [...searchParams.keys()];
  const isVersion = names.length > 0 && names.every((name) => versions.has(name));
  return origin + pathname + (isVersion ? `?${searchParams}` : '');
}
