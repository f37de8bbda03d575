import type { RenderedPage } from '@sitegrade/core';
import type { OpenPage } from './open-page.ts';
import type { PageWorld } from './page-world.ts';

/** Texts that are looked at, how long that may take on each screen, and elements that are returned. */
const limits = { texts: 20_000, ms: 700, elements: 20 };

/** The screen of a computer, without and with a zoom of 200 %, as WCAG 2.2 describes it in success criterion 1.4.10. */
const screens = [
  { width: 1_280, height: 1_024 },
  { width: 640, height: 512 },
] as const;

/** How long scripts have to lay out the page for another screen. */
const settleMs = 350;

/**
 * Lays out the page for a computer's screen and for the same with a zoom of 200 %, and finds texts of which the zoom alone
 * cuts something off. Our world must have the tools for pages. The page is of no more use afterwards.
 */
export async function readZoomedText(
  page: OpenPage,
  world: PageWorld,
): Promise<RenderedPage['zoomedText']> {
  if (page.isStopped()) return null;
  page.cutOff();
  await world.run(zoomTools);
  const [normal, zoomed] = screens;
  await layOut(page, normal);
  await world.call(`function (limits) { return sitegradeZoom.note(limits, ${settleMs}); }`, limits);
  await layOut(page, zoomed);
  const found = await world.call(
    `function (limits) { return sitegradeZoom.compare(limits, ${settleMs}); }`,
    limits,
  );
  return found as RenderedPage['zoomedText'];
}

async function layOut({ send }: OpenPage, size: (typeof screens)[number]): Promise<void> {
  await send('Emulation.setDeviceMetricsOverride', {
    ...size,
    deviceScaleFactor: 1,
    mobile: false,
  });
}

const zoomTools = String.raw`globalThis.sitegradeZoom = (() => {
  const { getter, parentOf, nextOf, firstChildOf, nameOf, boxOf, isVisible, describe } = sitegradeTools;
  const attributeOf = (element, name) => Element.prototype.getAttribute.call(element, name);
  const pixels = (value) => Number.parseFloat(value) || 0;
  const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
  const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
  const typed = new Set(['textarea', 'select', 'option', 'script', 'style', 'noscript', 'template', 'title', 'marquee']);

  // A transition starts with the size of the other screen.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { transition: none !important }');
  const sheets = Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets');
  sheets.set.call(document, [...sheets.get.call(document), sheet]);
  const settle = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  // The first elements of a part of the page.
  const within = (root, limit) => {
    if (root === null) return [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    const found = [root];
    while (found.length < limit && walker.nextNode()) found.push(walker.currentNode);
    return found;
  };
  const closest = (element, selector) => Element.prototype.closest.call(element, selector);
  const first = (element, selector) => Element.prototype.querySelector.call(element, selector);

  // What opens it on a click: a control, or what has the cursor of one.
  const opens = (element) => {
    const name = nameOf(element);
    if (name === 'a') return /^(?:#|javascript:|$)/i.test((attributeOf(element, 'href') ?? '').trim());
    if (name === 'input') return /^(?:checkbox|radio|button)$/i.test(attributeOf(element, 'type') ?? '');
    if (['button', 'summary', 'label'].includes(name) || attributeOf(element, 'aria-expanded') !== null) return true;
    if (attributeOf(element, 'role') === 'button') return true;
    return getComputedStyle(element).cursor === 'pointer' && closest(element, 'a[href]') === null;
  };
  const canBeOpened = (element) => {
    if (closest(element, 'details, dialog, [role=dialog], label, button') !== null) return true;
    const id = CSS.escape(attributeOf(element, 'id') ?? '');
    const control = '[aria-controls~="' + id + '"], [data-target="#' + id + '"], [data-bs-target="#' + id + '"]';
    if (id !== '' && first(document.documentElement, control) !== null) return true;
    const parent = parentOf(element);
    const near = [...within(element, 200), ...within(parent, 200), ...within(nextOf(element), 20), ...within(nextOf(parent), 5)];
    return near.some(opens);
  };

  // A teaser: the title in it or beside it is a link to the whole text, or a link is all there is beside it.
  const heading = ':is(h1, h2, h3, h4, h5, h6)';
  const textIn = (element) => getter(Node.prototype, 'textContent')(element).trim();
  const isLink = (element) => {
    const link = nameOf(element) === 'a' ? element : first(element, 'a[href]');
    return link !== null && (first(link, heading) !== null || textIn(link) === textIn(element));
  };
  const isTeaser = (element) => {
    if (first(element, heading + ' a[href], a[href] ' + heading) !== null) return true;
    const parent = parentOf(element);
    const beside = nextOf(parent) === null ? [] : [nextOf(parent)];
    for (let each = firstChildOf(parent); each !== null && beside.length < 20; each = nextOf(each)) {
      if (each !== element) beside.push(each);
    }
    return beside.some(isLink);
  };

  // What lies over the end of a text: from transparent to opaque, or with an ellipsis.
  const covers = ({ position, content, backgroundImage }) =>
    position !== 'static' &&
    (/…|\.\.\./.test(content) ||
      (/[,/] 0\)/.test(backgroundImage) && /\b(?:rgb|oklab|oklch|lab|lch|color)\([^/)]*\)/.test(backgroundImage)));
  const fadesOut = (element) =>
    [element, parentOf(element)].some((each) => ['::before', '::after'].some((part) => covers(getComputedStyle(each, part)))) ||
    [...within(element, 200), ...within(nextOf(element), 1)].some((each) => covers(getComputedStyle(each)));

  const excused = new Map();
  const isExcused = (element) => {
    if (!excused.has(element)) excused.set(element, isTeaser(element) || fadesOut(element) || canBeOpened(element));
    return excused.get(element);
  };

  // What scrolls in another way than by its own style: by a script, or in a shadow root.
  const scrollsOtherwise = (element) =>
    /scroll|(?:^|\s)ps(?:\s|$)/i.test(attributeOf(element, 'class') ?? '') ||
    Number(attributeOf(element, 'tabindex') ?? -1) >= 0;

  // How an element cuts off what is in it; null if it does so on purpose, or not at all.
  const known = new Map();
  const cutOf = (element) => {
    if (known.has(element)) return known.get(element);
    const style = getComputedStyle(element);
    const box = boxOf(element);
    const [x, y] = [hides(style.overflowX), hides(style.overflowY)];
    const [top, left] = [box.top + pixels(style.borderTopWidth), box.left + pixels(style.borderLeftWidth)];
    const [bottom, right] = [box.bottom - pixels(style.borderBottomWidth), box.right - pixels(style.borderRightWidth)];
    const isInline = style.display === 'inline' || style.display === 'contents';
    const oneLine = style.lineHeight !== 'normal' && pixels(style.lineHeight) >= bottom - top - 1;
    const isMeant =
      style.webkitLineClamp !== 'none' || style.maskImage !== 'none' || style.clip !== 'auto' || style.clipPath !== 'none' || bottom - top < 8 || right - left < 8;
    const cut = {
      isMeant,
      x: !isInline && x && style.textOverflow === 'clip',
      y: !isInline && y && !oneLine,
      isEnd:
        scrolls(style.overflowX) || scrolls(style.overflowY) || style.position === 'fixed' || style.contentVisibility === 'auto' ||
        getter(Element.prototype, 'shadowRoot')(element) !== null || ((x || y) && scrollsOtherwise(element)),
      isMoved:
        [style.transform, style.translate, style.rotate, style.scale].some((each) => each !== 'none') ||
        Element.prototype.getAnimations.call(element).length > 0,
      isAway: style.position === 'absolute',
      isPlaced: style.position !== 'static',
      top, bottom, left, right,
    };
    known.set(element, cut);
    return cut;
  };
  // The elements that cut off a text: upwards all that hide what is too high for them, and its own that hides what is too wide.
  const cutsOf = (text) => {
    const cuts = [];
    let isAway = false;
    const own = parentOf(text);
    for (let each = own; each !== null && each !== document.body && cuts.length < 100; each = parentOf(each)) {
      if (typed.has(nameOf(each)) || /^true$/i.test(attributeOf(each, 'aria-hidden') ?? '')) return [];
      const cut = cutOf(each);
      if (cut.isMoved || cut.isMeant) return [];
      if (isAway && !cut.isPlaced) continue;
      if (cut.isEnd) break;
      if (cut.y || (cut.x && each === own)) cuts.push({ ...cut, element: each, x: cut.x && each === own });
      isAway = cut.isAway;
    }
    return cuts;
  };

  // How many lines a text has, and whether each is whole, some is seen, and some is cut off.
  const seenOf = (text, cuts) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0).slice(0, 500);
    const seen = lines.map((line) => {
      let [height, hidden] = [line.height, 0];
      for (const { x, y, top, bottom, left, right } of cuts) {
        if (y) height = Math.min(height, Math.min(line.bottom, bottom) - Math.max(line.top, top));
        if (x) hidden = Math.max(hidden, left - line.left, line.right - right);
      }
      return { share: height / line.height, lost: hidden / line.height, isGone: hidden > 0.9 * line.width };
    });
    return {
      lines: lines.length,
      isWhole: seen.every(({ share, lost }) => share > 0.8 && lost < 0.3),
      isSeen: seen.some(({ share, isGone }) => share > 0.1 && !isGone),
      isCut: seen.some(({ share, lost }) => share < 0.5 || lost > 1),
    };
  };
  const isShown = (text) => {
    const element = parentOf(text);
    const { width, height } = boxOf(element);
    return width > 1 && height > 1 && isVisible(element);
  };

  const whole = [];
  return {
    async note({ texts, ms }, settleMs) {
      await settle(settleMs);
      const end = performance.now() + ms;
      if (document.body === null) return;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let left = texts; left > 0 && performance.now() < end && walker.nextNode(); left -= 1) {
        const text = walker.currentNode;
        if (!/[\p{L}\p{N}]{2}/u.test(text.data) || !(parentOf(text) instanceof HTMLElement)) continue;
        const cuts = cutsOf(text);
        if (cuts.length === 0 || !isShown(text)) continue;
        const { lines, isWhole } = seenOf(text, cuts);
        if (lines > 0 && isWhole) whole.push(text);
      }
      known.clear();
    },
    async compare({ ms, elements }, settleMs) {
      await settle(settleMs);
      const end = performance.now() + ms;
      const clipped = new Set();
      let texts = 0;
      for (const text of whole) {
        if (performance.now() > end) break;
        if (!getter(Node.prototype, 'isConnected')(text) || !isShown(text)) continue;
        const cuts = cutsOf(text);
        if (cuts.length === 0) continue;
        texts += 1;
        const { isSeen, isCut } = seenOf(text, cuts);
        // What is not seen at all is hidden on purpose on small screens.
        if (!isSeen || !isCut) continue;
        if (closest(parentOf(text), 'a[href]') !== null) continue;
        if (cuts.some((cut) => seenOf(text, [cut]).isCut && isExcused(cut.element))) continue;
        clipped.add(parentOf(text));
      }
      return { texts, clipped: [...clipped].slice(0, elements).map(describe), count: clipped.size };
    },
  };
})();`;
