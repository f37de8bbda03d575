import type { OpenPage } from './open-page.ts';
import type { PageWorld } from './page-world.ts';

/** Elements that are asked whether they have a closed shadow root: each costs a message. */
const hostLimit = 200;
/** How deep closed shadow roots may be in each other. */
const levels = 4;

/**
 * Gives the scripts of a world the closed shadow roots of the page, which no script can find: as
 * `globalThis.sitegradeClosed`. Asks custom elements, and elements that show something although they are empty.
 */
export async function keepClosedRoots({ send }: OpenPage, world: PageWorld): Promise<void> {
  await world.run('globalThis.sitegradeClosed = []; globalThis.sitegradeAsked = new Set();');
  for (let level = 0; level < levels; level++) {
    const hosts = await world.objects(newHosts, hostLimit);
    const roots = await Promise.all(
      hosts.map(async (objectId) => {
        const { node } = await send('DOM.describeNode', { objectId });
        return (node.shadowRoots ?? []).filter(({ shadowRootType: type }) => type === 'closed');
      }),
    );
    for (const { backendNodeId } of roots.flat()) {
      const { object } = await send('DOM.resolveNode', {
        backendNodeId,
        executionContextId: world.id,
      });
      if (object.objectId === undefined) continue;
      await world.take(
        'function (root) { globalThis.sitegradeClosed.push(root); }',
        object.objectId,
      );
    }
    if (roots.flat().length === 0) return;
  }
}

/** The elements that may have a closed shadow root and were not asked. */
const newHosts = `function (limit) {
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot');
  const asked = globalThis.sitegradeAsked;
  const found = [];
  const trees = [document, ...globalThis.sitegradeClosed];
  for (const tree of trees) {
    for (const element of tree.querySelectorAll('*')) {
      const root = get.call(element);
      if (root !== null) trees.push(root);
      if (root !== null || asked.has(element) || asked.size >= limit) continue;
      const name = element.localName;
      const isEmpty = /^(?:article|aside|blockquote|body|div|footer|h[1-6]|header|main|nav|p|section|span)$/.test(name)
        && element.firstChild === null && element.offsetHeight > 0 && element.offsetWidth > 0;
      if (!name.includes('-') && !isEmpty) continue;
      asked.add(element);
      found.push(element);
    }
  }
  return found;
}`;
