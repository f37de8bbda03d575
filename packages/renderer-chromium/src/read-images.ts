import type { RenderedLayout } from '@sitegrade/core';
import type { PageWorld } from './page-world.ts';

/** Images that are measured, those that are returned, and for how long they are measured at most. */
const limits = { measured: 1_000, returned: 100, ms: 1_000 };

/** How long the browser may take to say what it has noted. */
const waitMs = 500;

/** Cut to this many characters. */
const maxUrlLength = 2_000;

/** Measures the images on the screen. Our world must have the tools for pages. */
export async function readImages(
  world: PageWorld,
  pixelRatio: number,
): Promise<RenderedLayout['images']> {
  const images = await world.call(measureImages, { ...limits, maxUrlLength, pixelRatio });
  return images as RenderedLayout['images'];
}

/** What the browser calls the largest paint, if it is an image. Our world must have the tools for pages. */
export async function readLargestImage(world: PageWorld): Promise<RenderedLayout['largestImage']> {
  const largest = await world.call(takeLargestImage, { maxUrlLength, waitMs });
  return largest as RenderedLayout['largestImage'];
}

const takeLargestImage = `async function ({ maxUrlLength, waitMs }) {
  const { getter, nameOf, describe } = sitegradeTools;
  const type = 'largest-contentful-paint';
  if (!PerformanceObserver.supportedEntryTypes.includes(type)) return null;
  const entries = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
    // Nothing was painted.
    setTimeout(() => resolve([]), waitMs);
  });
  const { element = null, url = '' } = entries.at(-1) ?? {};
  if (element === null || !/^https?:/i.test(url) || nameOf(element) !== 'img') return null;
  if (!getter(Node.prototype, 'isConnected')(element)) return null;
  const loading = Element.prototype.getAttribute.call(element, 'loading') ?? '';
  const about = { url: url.slice(0, maxUrlLength).toWellFormed(), isLazy: /^lazy$/i.test(loading) };
  return { ...describe(element), ...about };
}`;

const measureImages = String.raw`function ({ measured, returned, ms, maxUrlLength, pixelRatio }) {
  const { getter, parentOf, nameOf, boxOf, isVisible, describe } = sitegradeTools;
  const end = performance.now() + ms;
  const getters = ['currentSrc', 'naturalWidth', 'naturalHeight', 'complete'];
  const [urlOf, fileWidthOf, fileHeightOf, isComplete] = getters.map((name) =>
    getter(HTMLImageElement.prototype, name),
  );
  const layoutWidthOf = getter(HTMLElement.prototype, 'offsetWidth');
  const attributeOf = (element, name) => Element.prototype.getAttribute.call(element, name);

  // The natural size of an image is less than that of its file if srcset says how dense that is.
  const fileOf = (image) => {
    const parent = parentOf(image);
    const hasCandidates = attributeOf(image, 'srcset') !== null || (parent !== null && nameOf(parent) === 'picture');
    if (!hasCandidates) return { width: fileWidthOf(image), height: fileHeightOf(image) };
    const probe = new Image();
    const cors = attributeOf(image, 'crossorigin');
    if (cors !== null) probe.crossOrigin = cors;
    probe.src = urlOf(image);
    // The browser takes what the page has at once. It must request nothing.
    const file = isComplete(probe) ? { width: fileWidthOf(probe), height: fileHeightOf(probe) } : null;
    probe.removeAttribute('src');
    return file;
  };
  const drawnOf = (image, file) => {
    const style = getComputedStyle(image);
    const pixels = (name) => Number.parseFloat(style[name]) || 0;
    const frame = (side) => pixels('padding' + side) + pixels('border' + side + 'Width');
    const isFramed = style.boxSizing === 'border-box';
    // Transforms enlarge it: what shrinks it may be an animation.
    const scale = Math.max(1, boxOf(image).width / Math.max(1, layoutWidthOf(image)));
    const width = scale * (pixels('width') - (isFramed ? frame('Left') + frame('Right') : 0));
    const height = scale * (pixels('height') - (isFramed ? frame('Top') + frame('Bottom') : 0));
    const ratios = [width / file.width, height / file.height];
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
    const fits = { contain: least, cover: most, 'scale-down': Math.min(1, least), none: 1 };
    const fit = fits[style.objectFit];
    return fit === undefined ? { width, height } : { width: file.width * fit, height: file.height * fit };
  };
  const areaOf = ({ width, height }) => width * height;
  const isUnlike = ({ file, drawn }) => {
    if (areaOf(file) > areaOf(drawn) * pixelRatio ** 2) return true;
    const shape = file.width / file.height;
    return Math.abs(drawn.width - drawn.height * shape) > 1 && Math.abs(drawn.height - drawn.width / shape) > 1;
  };
  const isDecorative = (image) =>
    attributeOf(image, 'alt') === '' ||
    attributeOf(image, 'aria-hidden') === 'true' ||
    /^\s*(?:none|presentation)\b/i.test(attributeOf(image, 'role') ?? '');

  const byUrl = new Map();
  let count = 0;
  for (const image of Document.prototype.querySelectorAll.call(document, 'img')) {
    if (count >= measured || performance.now() > end) break;
    const url = urlOf(image);
    if (!/^https?:/i.test(url) || !isComplete(image) || !isVisible(image)) continue;
    const box = boxOf(image);
    if (box.width <= 1 || box.height <= 1) continue;
    const file = fileOf(image);
    if (file === null || file.width === 0 || file.height === 0) continue;
    const drawn = drawnOf(image, file);
    if (!(areaOf(drawn) > 0)) continue;
    count += 1;
    const known = byUrl.get(url);
    if (known === undefined || areaOf(known.drawn) < areaOf(drawn)) byUrl.set(url, { image, url, file, drawn });
  }
  const unlike = [];
  for (const each of byUrl.values()) {
    if (unlike.length >= returned || performance.now() > end) break;
    if (!isUnlike(each)) continue;
    const { image, url, file, drawn } = each;
    const rounded = { width: Math.round(drawn.width), height: Math.round(drawn.height) };
    const about = { url: url.slice(0, maxUrlLength).toWellFormed(), isDecorative: isDecorative(image) };
    unlike.push({ ...describe(image), ...about, file, drawn: rounded });
  }
  return { measured: count, unlike };
}`;
