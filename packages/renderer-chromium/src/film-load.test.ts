import { describe, expect, it, onTestFinished, vi } from 'vitest';
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
  const end = async () => {
    const frames = await develop(10_000);
    return frames.map(({ atMs, image }) => [atMs, image[0]]);
  };
  const rest = async () => {
    await vi.runAllTimersAsync();
    await end();
  };
  return { develop: end, rest, sent };
}

it('has what changed since the navigation, in time since then', async () => {
  const { develop } = await film([
    [9.9, 1],
    [10.5, 2],
    [10.6, 2],
    [11, 3],
  ]);
  expect(await develop()).toEqual([
    [500, 2],
    [1_000, 3],
  ]);
});

it('leaves out pictures that are too large', async () => {
  const { develop } = await film([
    [10.5, 1, 8_193],
    [11, 2, 8_192],
  ]);
  expect(await develop()).toEqual([[1_000, 2]]);
});

it('has eight pictures of a page that never rests, from its first to its last', async () => {
  const { develop } = await film(
    Array.from({ length: 1_000 }, (_, index) => [10 + index, index % 256] as const),
  );
  const frames = await develop();
  expect(frames).toHaveLength(8);
  expect(frames[0]?.[0]).toBe(0);
  expect(frames.at(-1)).toEqual([999_000, 231]);
});

describe('lets the page rest after a picture', () => {
  const commands = (sent: readonly string[]) => sent.map((method) => method.replace('Page.', ''));

  it('and then goes on', async () => {
    const { sent, rest } = await film([[10.5, 1]]);
    await rest();
    expect(commands(sent)).toEqual(['startScreencast', 'screencastFrameAck', 'stopScreencast']);
  });

  it('and begins again, with what is there, if more came meanwhile', async () => {
    const { sent, rest } = await film([
      [10.5, 1],
      [10.51, 2],
    ]);
    await rest();
    const [start, stop] = ['startScreencast', 'stopScreencast'];
    expect(commands(sent)).toEqual([start, stop, start, stop]);
  });

  it('and asks for none after the end', async () => {
    const { sent, develop } = await film([[10.5, 1]]);
    await develop();
    await vi.runAllTimersAsync();
    expect(commands(sent)).toEqual(['startScreencast', 'stopScreencast']);
  });
});
