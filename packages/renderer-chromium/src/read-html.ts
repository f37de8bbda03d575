import type { PageWorld } from './page-world.ts';
import { RenderFault } from './render-ending.ts';

/** How many characters come in one message, which must not block the event loop for long. */
const sliceLength = 500_000;

/**
 * The document as it is now, with its shadow roots. It never throws in the page: what is thrown there is the page's.
 *
 * @throws RenderFault `render_too_large`, before the document leaves the browser.
 */
export async function readHtml(world: PageWorld, maxBytes: number): Promise<string> {
  const size = (await world.call(serialize, maxBytes)) as { readonly length: number | null };
  if (size.length === null) {
    throw new RenderFault('render_too_large', `The document is larger than ${maxBytes} bytes.`);
  }
  let html = '';
  while (html.length < size.length) {
    const slice = await world.call(sliceOf, html.length, html.length + sliceLength);
    if (typeof slice !== 'string' || slice === '') break;
    html += slice;
  }
  return html;
}

/** Keeps the document as a string, and returns its length, or `null` if it is too large. */
const serialize = `function (maxBytes) {
  const { documentElement: root, doctype } = document;
  const { get } = Object.getOwnPropertyDescriptor(Element.prototype, 'shadowRoot');
  const htmlOf = (root) => {
    const trees = [document, ...(globalThis.sitegradeClosed ?? [])];
    for (const tree of trees) {
      for (const element of tree.querySelectorAll('*')) {
        const shadow = get.call(element);
        if (shadow !== null) trees.push(shadow);
      }
    }
    // Chromium before 125 has no getHTML.
    if (trees.length === 1 || root.localName !== 'html' || typeof root.getHTML !== 'function') return root.outerHTML;
    const tag = root.cloneNode(false).outerHTML.slice(0, -'</html>'.length);
    return tag + root.getHTML({ shadowRoots: trees.slice(1) }) + '</html>';
  };
  let html;
  try {
    html = root === null ? '' : htmlOf(root);
  } catch {
    return { length: null };
  }
  if (html.length > maxBytes || new Blob([html]).size > maxBytes) return { length: null };
  if (doctype !== null) html = new XMLSerializer().serializeToString(doctype) + '\\n' + html;
  globalThis.sitegradeHtml = html.toWellFormed();
  return { length: globalThis.sitegradeHtml.length };
}`;

/** A part of that string. */
const sliceOf = `function (start, end) {
  return globalThis.sitegradeHtml.slice(start, end);
}`;
