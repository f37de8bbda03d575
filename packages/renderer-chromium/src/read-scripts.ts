import type { RenderedPage } from '@sitegrade/core';
import type { OpenPage } from './open-page.ts';
import { polyfillSearch } from './polyfill-search.ts';
import type { ParsedScript } from './protocol.ts';

type PageScripts = NonNullable<RenderedPage['scripts']>;

/** How many scripts are read, files are returned, and scripts that listen to `unload`. */
const limits = { scripts: 2_000, files: 300, unload: 10 };

/** Cut to this many characters. */
const maxUrlLength = 2_000;

/** Lists the scripts of the document that the browser still has, and those that listen to `unload`. */
export async function readScripts(page: OpenPage): Promise<PageScripts> {
  const scripts = new Map<string, ParsedScript>();
  page.listen(({ method, params }) => {
    if (method !== 'Debugger.scriptParsed' || scripts.size >= limits.scripts) return;
    if (isOfDocument(params, page.mainFrame)) scripts.set(params.scriptId, params);
  });
  // The browser lists all that it has when the debugger starts.
  await Promise.all([
    page.send('Debugger.enable', {}),
    page.send('Debugger.setSkipAllPauses', { skip: true }),
  ]);
  try {
    const unload = await listenersToUnload(page, scripts);
    const imports = Array.from(page.activity.imports.modules, ([url, importedBy]) => {
      return { url: url.toWellFormed(), importedBy: importedBy.toWellFormed() };
    });
    return { files: await filesOf(page, scripts), unload, imports };
  } finally {
    await page.send('Debugger.disable', {});
  }
}

function isOfDocument({ executionContextAuxData: context }: ParsedScript, frame: string): boolean {
  return context?.isDefault === true && context.frameId === frame;
}

async function filesOf(
  { activity, send }: OpenPage,
  scripts: ReadonlyMap<string, ParsedScript>,
): Promise<PageScripts['files']> {
  // Scripts in a document have its URL.
  const documents = new Set(
    activity.requests.filter(({ type }) => type === 'document').map(({ url }) => url),
  );
  const files = [...scripts.values()].filter(
    // A comment can name any URL.
    ({ url, hasSourceURL }) =>
      hasSourceURL !== true && /^https?:/i.test(url) && !documents.has(withoutFragment(url)),
  );
  const searchPolyfills = polyfillSearch({ send });
  return Promise.all(
    files.slice(0, limits.files).map(async (script) => {
      const { url, hash, length: characters = 0 } = script;
      const polyfills = await searchPolyfills(script);
      return { url: cut(url), hash: hash.slice(0, 100), characters, polyfills };
    }),
  );
}

async function listenersToUnload(
  { send }: OpenPage,
  scripts: ReadonlyMap<string, ParsedScript>,
): Promise<PageScripts['unload']> {
  // No page can replace this name by something else.
  const { result } = await send('Runtime.evaluate', {
    expression: 'window',
    returnByValue: false,
    objectGroup: 'sitegrade',
  });
  if (result.objectId === undefined) return [];
  const { listeners } = await send('DOMDebugger.getEventListeners', { objectId: result.objectId });
  const urls = new Set<string>();
  for (const { type, scriptId } of listeners) {
    if (type === 'unload') urls.add(cut(scripts.get(scriptId)?.url ?? ''));
    if (urls.size === limits.unload) break;
  }
  return [...urls];
}

const withoutFragment = (url: string) => url.replace(/#.*$/s, '');

const cut = (url: string) => url.slice(0, maxUrlLength).toWellFormed();
