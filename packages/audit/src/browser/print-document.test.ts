import { expect, it, onTestFinished, vi } from 'vitest';
import { printLimits } from '../render/print-limits.ts';
import type { PrintResult } from '../render/renderer.ts';
import { placesOf } from './places.ts';
import { type PrintingRenderer, printDocument } from './print-document.ts';

const printed: PrintResult = { kind: 'printed', pdf: Uint8Array.of(1) };

/** A renderer with one place that prints like this. */
function fakeRenderer(print: PrintingRenderer['print'] = async () => printed): PrintingRenderer {
  return {
    pages: 1,
    render: () => Promise.reject(new Error('No page is rendered.')),
    print,
    close: async () => {},
  };
}

it('prints within the limits, and frees the place', async () => {
  const requests: unknown[] = [];
  const renderer = fakeRenderer(async (request) => {
    requests.push(request);
    expect(placesOf(renderer).used).toBe(1);
    return printed;
  });
  expect(await printDocument(renderer, 'ann', '<p>here</p>')).toEqual(printed);
  expect(requests).toEqual([{ html: '<p>here</p>', limits: printLimits }]);
  expect(placesOf(renderer).used).toBe(0);
});

it('waits for a place in turn with the pages of other owners', async () => {
  const ended: string[] = [];
  const renderer = fakeRenderer(async ({ html }) => {
    ended.push(html);
    return printed;
  });
  const release = await placesOf(renderer).acquire('ann', 1);
  const waiting = [printDocument(renderer, 'ann', 'ann'), printDocument(renderer, 'bob', 'bob')];
  expect(ended).toEqual([]);
  release();
  await Promise.all(waiting);
  expect(ended).toEqual(['bob', 'ann']);
});

it('gives up when it has waited too long, or when its signal is aborted', async () => {
  const renderer = fakeRenderer();
  const release = await placesOf(renderer).acquire('ann', 1);
  expect(await printDocument(renderer, 'bob', '', { waitMs: 0 })).toMatchObject({
    kind: 'failed',
    reason: 'renderer_unavailable',
    cause: { message: 'The renderer was busy with other pages for too long.' },
  });
  const controller = new AbortController();
  const waiting = printDocument(renderer, 'bob', '', { signal: controller.signal });
  controller.abort(new Error('Stopped.'));
  await expect(waiting).rejects.toThrow('Stopped.');
  expect(placesOf(renderer).waiting).toBe(0);
  release();
});

it('stops a renderer that has no limits, and frees the place', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let signal: AbortSignal | undefined;
  const renderer = fakeRenderer((_, given) => {
    signal = given;
    return new Promise(() => {});
  });
  const result = printDocument(renderer, 'ann', '');
  await vi.advanceTimersByTimeAsync(printLimits.totalMs + 2_000);
  expect(await result).toMatchObject({ kind: 'failed', reason: 'render_timed_out' });
  expect(signal?.aborted).toBe(true);
  expect(placesOf(renderer).used).toBe(0);
});

it('ends with its signal while it prints, and survives a renderer that throws', async () => {
  const controller = new AbortController();
  const endless = fakeRenderer(() => new Promise(() => {}));
  const printing = printDocument(endless, 'ann', '', { signal: controller.signal });
  await vi.waitFor(() => expect(placesOf(endless).used).toBe(1));
  controller.abort(new Error('Stopped.'));
  await expect(printing).rejects.toThrow('Stopped.');
  const cause = new Error('Broken.');
  const broken = fakeRenderer(() => Promise.reject(cause));
  expect(await printDocument(broken, 'ann', '')).toEqual({
    kind: 'failed',
    reason: 'renderer_unavailable',
    cause,
  });
});
