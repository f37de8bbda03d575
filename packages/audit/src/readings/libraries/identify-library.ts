import { type KnownLibrary, libraries } from './known-libraries.ts';

/** A library and the version that its file certainly has. */
export interface IdentifiedLibrary {
  readonly library: KnownLibrary;
  /** Three numbers, without a suffix. */
  readonly version: string;
}

const release = /^v?(\d{1,3}\.\d{1,3}\.\d{1,5})$/;
/** A file name with or without a version. Another suffix, such as `.custom`, makes it another file. */
const script =
  /^([a-z][a-z0-9.-]{0,40}?)(?:[-.@](\d{1,3}\.\d{1,3}\.\d{1,5}))?(?:[.-](?:min|slim|pack|prod))*\.js$/;

/** The jQuery of WordPress, whose version is in the query. */
const ofWordpress = /\/wp-includes\/js\/jquery\/jquery(?:\.min)?\.js$/;

const byFolder = new Map(
  libraries.flatMap((library) => library.folders.map((folder) => [folder, library] as const)),
);
const byFile = new Map(
  libraries.flatMap((library) => library.files.map((file) => [file, library] as const)),
);

/**
 * The library that a script's URL names with a complete version; `null` for any other URL. The version is
 * that of the file's name (`jquery-1.12.4.min.js`), or of the folder or package on a CDN, if the file is the
 * main one (`/jquery/1.12.4/jquery.min.js`, `/npm/jquery@1.12.4/dist/jquery.min.js`). A query is a version
 * only for the jQuery of WordPress: elsewhere it may be that of the site. A version with a suffix
 * (`1.12.4-wp`) is a copy that others have changed, perhaps to fix it.
 */
export function libraryAt(url: URL): IdentifiedLibrary | null {
  const { pathname } = url;
  if (ofWordpress.test(pathname)) {
    return identified(byFile.get('jquery'), versionIn(url));
  }
  // Most scripts name no version.
  if (!/\d\.\d/.test(pathname)) return null;
  const segments = pathname.toLowerCase().split('/', 40);
  const [, base = '', named] = script.exec(segments.at(-1) ?? '') ?? [];
  const ofFile = byFile.get(base);
  if (ofFile !== undefined && named !== undefined && !ofFile.commonName) {
    return { library: ofFile, version: named };
  }
  // https://releases.jquery.com/ui/
  if (base === 'jquery-ui' && segments[1] === 'ui' && url.host === 'code.jquery.com') {
    return identified(ofFile, segments[2] ?? '');
  }
  for (const [index, segment] of segments.entries()) {
    const at = segment.indexOf('@');
    const library = byFolder.get(at === -1 ? segment : segment.slice(0, at));
    if (library === undefined) continue;
    const version = segment.split('@', 3)[1] ?? segments[index + 1] ?? '';
    if (!release.test(version)) continue;
    // A package alone is its main file.
    const isMain = library === ofFile || (index === segments.length - 1 && segment.includes('@'));
    return isMain ? identified(library, version) : null;
  }
  return null;
}

/** The parameter `ver` of a URL. */
function versionIn(url: URL): string {
  const { search } = url;
  // Parsing all parameters is expensive, and needed only where some are encoded.
  const version = search.includes('%')
    ? url.searchParams.get('ver')
    : /[?&]ver=([^&]*)/.exec(search)?.[1];
  return version ?? '';
}

function identified(library: KnownLibrary | undefined, version: string): IdentifiedLibrary | null {
  if (library === undefined) return null;
  const [, numbers] = release.exec(version) ?? [];
  return numbers === undefined ? null : { library, version: numbers };
}

const byName = new Map(
  [
    ['jQuery', 'jquery'],
    ['jQuery JavaScript Library', 'jquery'],
    ['AngularJS', 'angularjs'],
  ].map(([name, key]) => [name, libraries.find((library) => library.key === key)]),
);

/** The library in the comment of an inline script, such as `jQuery v1.12.4`; `null` for any other text. */
export function libraryOfComment(mark: string): IdentifiedLibrary | null {
  const end = mark.lastIndexOf(' v');
  const library = end === -1 ? undefined : byName.get(mark.slice(0, end));
  return identified(library, mark.slice(end + 2));
}
