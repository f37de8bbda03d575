// Scripts for pages are texts: see page-scripts.ts.

/** What is kept of what a page does while it loads. */
const kept = {
  shifts: 500,
  longTasks: 1_000,
  scripts: 2_000,
  added: 500,
  described: 30,
  resources: 1_000,
  blocking: 20,
};

/** Cut to this many characters. */
const maxUrlLength = 2_000;

/** How long before a shift its cause was loaded or added, in milliseconds. */
const causeMs = 1_000;

/** Notes how a document loads, in our world and before its scripts run. */
export const observeLoading = `(() => {
  if (window !== window.top) return;
  const seen = { paint: null, largest: null, shifts: [], longTasks: [], scripts: [], files: [], added: [] };
  globalThis.sitegradeLoading = seen;
  const observe = (type, take) => {
    try {
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    } catch {}
  };
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.paint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime, element, url, size }) => {
    seen.largest = { ms: startTime, element, url, size };
  });
  // There is no input: what the browser takes for one is the size of the phone's screen, which is set at the start.
  observe('layout-shift', ({ startTime, value, sources }) => {
    if (seen.shifts.length >= ${kept.shifts}) return;
    const moved = [...sources].map(({ node, previousRect, currentRect }) => ({ node, previousRect, currentRect }));
    seen.shifts.push({ atMs: startTime, score: value, moved });
  });
  observe('longtask', ({ startTime, duration }) => {
    if (seen.longTasks.length < ${kept.longTasks}) seen.longTasks.push({ startMs: startTime, ms: duration });
  });
  // The page can clear the list that the browser keeps.
  observe('resource', (entry) => {
    if (seen.files.length < ${kept.resources}) seen.files.push(entry);
  });
  observe('long-animation-frame', ({ scripts }) => {
    for (const { startTime, duration, sourceURL, invoker, invokerType } of scripts) {
      if (seen.scripts.length >= ${kept.scripts}) return;
      const isFile = invokerType === 'classic-script' || invokerType === 'module-script';
      const url = (sourceURL || (isFile ? invoker : '')).slice(0, ${maxUrlLength});
      seen.scripts.push({ startMs: startTime, ms: duration, url });
    }
  });
  // The parser adds every element once; what comes later moves what is there.
  const watch = () => {
    new MutationObserver((records) => {
      const atMs = performance.now();
      for (const { addedNodes } of records)
        for (const node of addedNodes) {
          if (node instanceof Element) seen.added.push({ node, atMs });
          if (seen.added.length > ${kept.added}) seen.added.shift();
        }
    }).observe(document, { childList: true, subtree: true });
  };
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', watch, { once: true });
  else watch();
})();`;

/** Returns what was noted, as a {@link MeasuredLoad} without what only the protocol knows. Needs the tools for pages. */
export const takeLoading = `function () {
  const { describe, getter, boxOf, isVisible } = sitegradeTools;
  const seen = globalThis.sitegradeLoading;
  const { files } = seen;
  const [navigation] = performance.getEntriesByType('navigation');
  const isConnected = getter(Node.prototype, 'isConnected');
  const elementOf = (node) => (node instanceof Element ? node : node && getter(Node.prototype, 'parentElement')(node));
  const described = (node) => {
    const element = elementOf(node);
    return element && isConnected(element) ? describe(element) : null;
  };
  const cut = (url) => (url.startsWith('data:') ? 'data:' : url.slice(0, ${maxUrlLength}));

  const largestOf = ({ ms, element, url }) => {
    const file = url === '' ? undefined : files.find(({ name }) => name === url);
    return {
      ms,
      element: described(element),
      url: url === '' ? null : cut(url),
      file: file === undefined ? null : { startMs: file.requestStart || file.startTime, endMs: file.responseEnd },
    };
  };

  const isRecent = (ms, atMs) => ms <= atMs && ms > atMs - ${causeMs};
  const images = [...document.querySelectorAll('img')].slice(0, 1000);
  const sourceOf = getter(HTMLImageElement.prototype, 'currentSrc');
  const isComplete = getter(HTMLImageElement.prototype, 'complete');
  const areaOnScreen = (image) => {
    const { top, left, bottom, right } = boxOf(image);
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    const height = Math.min(bottom + scrollY, innerHeight) - Math.max(top + scrollY, 0);
    return width > 0 && height > 0 ? width * height : 0;
  };
  // The largest paint is that of a picture once all of it is there.
  const unfinishedOf = () => {
    const waiting = images
      .filter((image) => !isComplete(image) && sourceOf(image) !== '' && isVisible(image))
      .map((image) => ({ image, area: areaOnScreen(image) }))
      .filter(({ area }) => area > (seen.largest?.size ?? 0))
      .sort((a, b) => b.area - a.area);
    if (waiting.length === 0) return null;
    const [{ image }] = waiting;
    return { ms: performance.now(), element: describe(image), url: cut(sourceOf(image)) };
  };
  const isUnsized = (image) =>
    getComputedStyle(image).aspectRatio === 'auto' && String(image.computedStyleMap().get('height')) === 'auto';
  const causeOf = ({ atMs, moved }) => {
    const top = Math.min(...moved.map(({ previousRect }) => (previousRect.height > 0 ? previousRect.top : Infinity)));
    const loaded = files.filter(({ responseEnd }) => isRecent(responseEnd, atMs));
    // What lies over the page moves nothing.
  const isInFlow = (element) => {
    for (let each = element; each !== null; each = getter(Node.prototype, 'parentElement')(each))
      if (['fixed', 'absolute', 'sticky'].includes(getComputedStyle(each).position)) return false;
    return true;
  };
  const isAbove = (element) => {
      const box = boxOf(element);
      return box.width * box.height > 0 && box.top + scrollY <= top + 1;
    };
    const names = new Set(loaded.map(({ name }) => name));
    const image = images.find((each) => names.has(sourceOf(each)) && isUnsized(each) && isAbove(each));
    if (image !== undefined) return { kind: 'image', element: describe(image), url: cut(sourceOf(image)) };
    const areaOf = (element) => {
      const { width, height } = boxOf(element);
      return width * height;
    };
    const movedNodes = new Set(moved.map(({ node }) => elementOf(node)));
    const [added] = seen.added
      .filter(({ node, atMs: addedMs }) => isRecent(addedMs, atMs) && isConnected(node))
      .filter(({ node }) => !movedNodes.has(node) && isAbove(node) && isInFlow(node))
      .sort((a, b) => areaOf(b.node) - areaOf(a.node));
    if (added !== undefined) return { kind: 'added', element: describe(added.node), url: null };
    const font = loaded.find(({ name }) => /[.](?:woff2?|ttf|otf)(?:[?#]|$)/i.test(name));
    return font === undefined ? null : { kind: 'font', element: null, url: cut(font.name) };
  };
  const movedBy = ({ previousRect, currentRect }) =>
    currentRect.width * Math.max(currentRect.height, Math.abs(currentRect.top - previousRect.top));
  const largest = new Set([...seen.shifts].sort((a, b) => b.score - a.score).slice(0, ${kept.described}));
  const shiftOf = (shift) => {
    const { atMs, score } = shift;
    if (!largest.has(shift)) return { atMs, score, moved: [], cause: null };
    const moved = [...shift.moved].sort((a, b) => movedBy(b) - movedBy(a)).map(({ node }) => described(node));
    return { atMs, score, moved: moved.filter((each) => each !== null), cause: causeOf(shift) };
  };
  return {
    firstByteMs: navigation?.responseStart ?? 0,
    firstContentfulPaintMs: seen.paint,
    largestContentfulPaint: seen.largest && largestOf(seen.largest),
    unfinishedPaint: unfinishedOf(),
    domContentLoadedMs: navigation?.domContentLoadedEventEnd || null,
    loadedMs: navigation?.loadEventEnd || null,
    shifts: seen.shifts.map(shiftOf),
    longTasks: seen.longTasks,
    scripts: seen.scripts,
    blockingFiles: files
      .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
      .slice(0, ${kept.blocking})
      .map(({ name, responseEnd }) => ({ url: cut(name), endMs: responseEnd })),
  };
}`;
