import type { RenderedPage } from '@sitegrade/core';
import type { OpenPage } from './open-page.ts';
import type { PageWorld } from './page-world.ts';

/** How many are returned. */
const maxStyles = 20;

/** The style sheets that other ones load, and that the page waits for. */
export async function readImportedStyles(
  { activity }: OpenPage,
  world: PageWorld,
): Promise<RenderedPage['importedStyles']> {
  const blocking = (await world.call(takeBlockingImports)) as string[];
  return [...new Set(blocking)]
    .flatMap((url) => {
      // The browser finds those of a <style> element with the document.
      const importedBy = activity.imports.styles.get(url);
      return importedBy === undefined ? [] : [{ url, importedBy }];
    })
    .slice(0, maxStyles);
}

/** URLs of style sheets of which the browser says that styles load them, and that the page waits for them. */
const takeBlockingImports = `function () {
  return performance
    .getEntriesByType('resource')
    .filter(({ initiatorType, renderBlockingStatus }) => initiatorType === 'css' && renderBlockingStatus === 'blocking')
    .slice(0, 200)
    .map(({ name }) => name.slice(0, 2000).toWellFormed());
}`;
