import type { PageElement, RenderedPage } from '@sitegrade/core';
import type { OpenPage } from './open-page.ts';
import type { PageWorld } from './page-world.ts';

/** How often Tab is pressed, and how many elements are compared and returned. */
const limits = { presses: 40, compared: 8, invisible: 5 };

/** Beyond this time, what was found until then is returned. */
const maxMs = 4_000;

/** How long scripts have to show the focus. */
const settleMs = 250;

/** What has the focus after a Tab. */
type Stop =
  /** The page, or what had it before. */
  | { readonly kind: 'end' }
  /** Something that cannot be decided on, or that is not on the screen. */
  | { readonly kind: 'other' }
  /** A control with an outline. */
  | { readonly kind: 'outlined' }
  /** A control without one: anything else may show the focus. */
  | ({ readonly kind: 'plain' } & PageElement);

/**
 * Presses Tab, and finds controls that look the same with and without the focus. The keyboard is a real one, as scripts may
 * show the focus only after a key. Our world must have the tools for pages. The page is of no more use afterwards.
 */
export async function readFocus(page: OpenPage, world: PageWorld): Promise<RenderedPage['focus']> {
  const end = performance.now() + maxMs;
  if (page.isStopped()) return null;
  // Many pages load the rest of their scripts with the first key.
  page.cutOff();
  await page.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await world.run(focusTools);
  const invisible: PageElement[] = [];
  let [stops, compared] = [0, 0];
  for (let press = 0; press < limits.presses && performance.now() < end; press += 1) {
    await pressTab(page);
    const stop = (await world.call('function () { return sitegradeFocus.look(); }')) as Stop;
    if (stop.kind === 'end') break;
    if (stop.kind === 'other') continue;
    if (stop.kind === 'plain') {
      if (compared === limits.compared || invisible.length === limits.invisible) break;
      compared += 1;
      const { selector, html } = stop;
      if (await looksTheSame(page, world)) invisible.push({ selector, html });
    }
    stops += 1;
  }
  return { stops, invisible };
}

async function pressTab({ send }: OpenPage): Promise<void> {
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab });
  await send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab });
}

/** Whether the whole screen is the same with and without the focus, which the element has again afterwards. */
async function looksTheSame({ send }: OpenPage, world: PageWorld): Promise<boolean> {
  const picture = async () => (await send('Page.captureScreenshot', { format: 'png' })).data;
  const isFocused = await world.call(`function () { return sitegradeFocus.settle(${settleMs}); }`);
  const focused = await picture();
  const isLost = await world.call('function () { return sitegradeFocus.leave(); }');
  const plain = await picture();
  await world.call('function () { sitegradeFocus.comeBack(); }');
  return isFocused === true && isLost === true && focused === plain;
}

const focusTools = String.raw`globalThis.sitegradeFocus = (() => {
  const { nameOf, boxOf, isVisible, describe } = sitegradeTools;
  const active = Object.getOwnPropertyDescriptor(Document.prototype, 'activeElement').get;
  const attributeOf = (element, name) => Element.prototype.getAttribute.call(element, name);
  const matches = (element, selector) => Element.prototype.matches.call(element, selector);
  const seen = new Set();
  let current = null;

  // A transition starts with what looks like no change, and a smooth scroll with where it was.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { transition: none !important; scroll-behavior: auto !important }');
  const sheets = Object.getOwnPropertyDescriptor(Document.prototype, 'adoptedStyleSheets');
  sheets.set.call(document, [...sheets.get.call(document), sheet]);

  // Where text is typed, the cursor shows the focus. Players and other documents show it themselves.
  const buttons = new Set(['button', 'submit', 'reset', 'image', 'checkbox', 'radio', 'range', 'file', 'color']);
  const roles = /^\s*(?:button|link|checkbox|radio|switch|tab|menuitem)\s*$/i;
  const isControl = (element) => {
    const name = nameOf(element);
    if (name === 'input') return buttons.has((attributeOf(element, 'type') ?? 'text').trim().toLowerCase());
    if (name === 'a') return attributeOf(element, 'href') !== null;
    return name === 'button' || name === 'summary' || name === 'select' || roles.test(attributeOf(element, 'role') ?? '');
  };
  const isOnScreen = (element) => {
    const { left, top, width, height } = boxOf(element);
    const [x, y] = [left + width / 2, top + height / 2];
    if (width < 5 || height < 5 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
    if (!isVisible(element)) return false;
    // What lies under something else cannot show anything.
    const hit = Document.prototype.elementFromPoint.call(document, x, y);
    return hit !== null && Node.prototype.contains.call(element, hit);
  };
  return {
    look() {
      current = active.call(document);
      if (current === null || current === document.documentElement || current === document.body) return { kind: 'end' };
      if (seen.has(current)) return { kind: 'end' };
      seen.add(current);
      if (!(current instanceof HTMLElement) || !matches(current, ':focus-visible')) return { kind: 'other' };
      if (!isControl(current) || !isOnScreen(current)) return { kind: 'other' };
      const { outlineStyle, outlineWidth } = getComputedStyle(current);
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) return { kind: 'outlined' };
      return { kind: 'plain', ...describe(current) };
    },
    async settle(ms) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      return active.call(document) === current && isOnScreen(current);
    },
    leave() {
      HTMLElement.prototype.blur.call(current);
      return active.call(document) !== current && isOnScreen(current);
    },
    comeBack() {
      HTMLElement.prototype.focus.call(current, { preventScroll: true });
    },
  };
})();`;
