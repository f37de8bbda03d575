import type { Browser } from './browser.ts';

/** The size of a page, in CSS pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** An empty page that is attached to, and how to stop watching what else opens in its profile. */
interface OpenTarget {
  readonly opened: Promise<{ readonly sessionId: string; readonly targetId: string }>;
  readonly unlisten: () => void;
}

/**
 * Opens an empty page in a profile. Everything else that opens there is closed: windows of the page, and workers that
 * would survive it.
 */
export function openTarget(browser: Browser, browserContextId: string, size: Size): OpenTarget {
  return browser.isShared
    ? openInShared(browser, browserContextId, size)
    : openInOwn(browser, browserContextId, size);
}

/** In a browser of our own, everything waits until it is started here. */
function openInOwn({ connection }: Browser, browserContextId: string, size: Size): OpenTarget {
  let unlisten = (): void => {};
  const attached = new Promise<Awaited<OpenTarget['opened']>>((resolve) => {
    let isFirst = true;
    unlisten = connection.listen(null, (event) => {
      if (event.method !== 'Target.attachedToTarget') return;
      const { targetInfo } = event.params;
      if (targetInfo.browserContextId !== browserContextId) return;
      if (isFirst && targetInfo.type === 'page') {
        isFirst = false;
        resolve({ sessionId: event.params.sessionId, targetId: targetInfo.targetId });
        return;
      }
      // It waits, and never runs.
      close({ connection }, targetInfo.targetId);
    });
  });
  const created = create({ connection }, browserContextId, size);
  const opened = Promise.all([attached, created]).then(([target]) => target);
  return { opened, unlisten };
}

/**
 * In a browser that others use, too, nothing may wait for us: also their windows and workers would. So what the page
 * opens runs until the browser has heard that it must close it.
 */
function openInShared({ connection }: Browser, browserContextId: string, size: Size): OpenTarget {
  let own: string | undefined;
  const unlisten = connection.listen(null, (event) => {
    if (event.method !== 'Target.targetCreated') return;
    const { targetInfo } = event.params;
    if (targetInfo.browserContextId === browserContextId && targetInfo.targetId !== own)
      close({ connection }, targetInfo.targetId);
  });
  const open = async () => {
    const { targetId } = await create({ connection }, browserContextId, size);
    own = targetId;
    const { sessionId } = await connection.send(null, 'Target.attachToTarget', {
      targetId,
      flatten: true,
    });
    await connection.send(null, 'Target.setDiscoverTargets', {
      discover: true,
      filter: [{ type: 'page' }, { type: 'shared_worker' }, { type: 'service_worker' }],
    });
    return { sessionId, targetId };
  };
  return { opened: open(), unlisten };
}

const create = (
  { connection }: Pick<Browser, 'connection'>,
  browserContextId: string,
  { width, height }: Size,
) =>
  connection.send(null, 'Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width,
    height,
  });

function close({ connection }: Pick<Browser, 'connection'>, targetId: string): void {
  // It may be gone.
  connection.send(null, 'Target.closeTarget', { targetId }).catch(() => {});
}
