import type { LaidOutElement, RenderedLayout } from '@sitegrade/core';
import { type OpenPage, phone } from './open-page.ts';
import type { PageWorld } from './page-world.ts';
import { readImages, readLargestImage } from './read-images.ts';

/** How many elements are returned of each kind. */
const maxElements = 20;
/** Elements and texts that are measured, and for how long at most. */
const maxMeasured = 20_000;
const maxMs = 1_000;

/** Text smaller than this is small. */
const smallPixels = 12;

/** Measures the page on the screen. Our world must have the tools for pages. */
export async function readLayout({ send }: OpenPage, world: PageWorld): Promise<RenderedLayout> {
  const { cssContentSize } = await send('Page.getLayoutMetrics', {});
  const limits = { maxElements, maxMeasured, maxMs, smallPixels };
  const measured = (await world.call(measure, limits)) as {
    readonly width: number;
    readonly isCut: boolean;
    readonly wide: readonly LaidOutElement[];
    readonly smallText: RenderedLayout['smallText'];
    readonly smallTexts: readonly LaidOutElement[];
  };
  const { width, wide, smallText, smallTexts } = measured;
  // What the page cuts off does not scroll, and a screen that shrinks a page rounds its width.
  const isWide = !measured.isCut && cssContentSize.width > width + 1;
  return {
    // Without a meta viewport, the page is laid out for a wider screen, and shrunk to this one.
    viewport: { width, height: Math.round((phone.height * width) / phone.width) },
    width: isWide ? cssContentSize.width : width,
    wide: isWide ? wide : [],
    smallText,
    smallTexts,
    pixelRatio: phone.deviceScaleFactor,
    images: await readImages(world, phone.deviceScaleFactor),
    largestImage: await readLargestImage(world),
  };
}

const measure = String.raw`function ({ maxElements, maxMeasured, maxMs, smallPixels }) {
  const { getter, parentOf, nextOf, firstChildOf, boxOf, isVisible, describe } = sitegradeTools;
  const end = performance.now() + maxMs;
  const { documentElement: root, body } = document;
  const width = root === null ? 0 : getter(Element.prototype, 'clientWidth')(root);
  const result = { width, isCut: false, wide: [], smallText: { characters: 0, all: 0 }, smallTexts: [] };
  if (root === null || body === null) return result;
  const cuts = (element) => ['hidden', 'clip'].includes(getComputedStyle(element).overflowX);
  result.isCut = cuts(root) || (getComputedStyle(root).overflowX === 'visible' && cuts(body));

  // The outermost elements that reach beyond the screen cause the width; what is in them only fills them.
  const scrolled = scrollX;
  const open = [body];
  for (let left = maxMeasured; open.length > 0 && left > 0; left -= 1) {
    if (result.wide.length >= maxElements || performance.now() > end) break;
    const element = open.pop();
    const style = getComputedStyle(element);
    const box = boxOf(element);
    const isOpen = style.display !== 'none' && style.position !== 'fixed';
    if (isOpen && box.right + scrolled > width + 1 && box.width > 0 && box.height > 0 && isVisible(element)) {
      result.wide.push({ ...describe(element), size: Math.round(box.width) });
    } else if (isOpen && (element === body || style.overflowX === 'visible')) {
      const children = [];
      for (let child = firstChildOf(element); child !== null; child = nextOf(child)) children.push(child);
      open.push(...children.reverse());
    }
  }

  const sizes = new Map();
  const sizeOf = (element) => {
    if (!sizes.has(element)) {
      const box = boxOf(element);
      // Text for screen readers is in a box of one pixel.
      const isShown = isVisible(element) && box.width > 1 && box.height > 1;
      sizes.set(element, isShown ? Number.parseFloat(getComputedStyle(element).fontSize) : 0);
    }
    return sizes.get(element);
  };
  const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const described = new Set();
  for (let left = maxMeasured; left > 0 && performance.now() < end && texts.nextNode(); left -= 1) {
    const characters = texts.currentNode.data.replace(/\s+/g, '').length;
    const element = parentOf(texts.currentNode);
    if (characters === 0 || element === null) continue;
    const size = sizeOf(element);
    if (!(size > 0)) continue;
    result.smallText.all += characters;
    if (size >= smallPixels) continue;
    result.smallText.characters += characters;
    if (described.size >= maxElements || described.has(element)) continue;
    described.add(element);
    result.smallTexts.push({ ...describe(element), size: Math.round(size * 10) / 10 });
  }
  return result;
}`;
