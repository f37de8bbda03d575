import { expect, it, onTestFinished, vi } from 'vitest';
import { filmLoad } from './film-load.ts';
import type { OpenPage } from './open-page.ts';
import type { ProtocolEvent } from './protocol.ts';

/** A film of a page that shows pictures at these seconds, of one byte or more. */
async function film(
  pictures: readonly (readonly [seconds: number, byte: number, size?: number])[],
) {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sent: string[] = [];
  let show: (event: ProtocolEvent) => void = () => {};
  const page = {
    listen: (listener: typeof show) => {
      show = listener;
    },
    send: async (method: string) => {
      sent.push(method);
    },
  } as unknown as OpenPage;
  const { develop } = await filmLoad(page);
  for (const [timestamp, byte, size = 1] of pictures) {
    const data = Buffer.alloc(size, byte).toString('base64');
    const metadata = { timestamp } as never;
    show({ method: 'Page.screencastFrame', params: { data, metadata, sessionId: 1 } });
  }
  const frames = await develop(10_000);
  return { frames: frames.map(({ atMs, image }) => [atMs, image[0]]), sent };
}

it('has what changed since the navigation, in time since then', async () => {
  const { frames } = await film([
    [9.9, 1],
    [10.5, 2],
    [10.6, 2],
    [11, 3],
  ]);
  expect(frames).toEqual([
    [500, 2],
    [1_000, 3],
  ]);
});

it('leaves out pictures that are too large', async () => {
  const { frames } = await film([
    [10.5, 1, 8_193],
    [11, 2, 8_192],
  ]);
  expect(frames).toEqual([[1_000, 2]]);
});

it('has eight pictures of a page that never rests, from its first to about its last', async () => {
  const { frames } = await film(
    Array.from({ length: 1_000 }, (_, index) => [10 + index, index % 256] as const),
  );
  expect(frames).toHaveLength(8);
  expect(frames[0]?.[0]).toBe(0);
  expect(frames.at(-1)?.[0]).toBeGreaterThan(900_000);
});

it('lets the page rest between two pictures, and asks for none at the end', async () => {
  const { sent } = await film([[10.5, 1]]);
  await vi.runAllTimersAsync();
  expect(sent).toEqual(['Page.startScreencast', 'Page.stopScreencast']);
});
