import { describe, expect, it } from 'vitest';
import { startDeadline } from './deadline.ts';

const never = new Promise<never>(() => {});
const late = () => new Error('late');

describe('a deadline', () => {
  it('ends work that ignores its signal', async () => {
    const deadline = startDeadline({ ms: 10, error: late });
    await expect(deadline.race(never)).rejects.toThrow('late');
    await expect(deadline.race(never)).rejects.toThrow('late');
    expect(deadline.signal.reason).toEqual(late());
  });

  it('returns the result of work that is done in time', async () => {
    const deadline = startDeadline({ ms: 60_000, error: late });
    expect(await deadline.race(Promise.resolve(1))).toBe(1);
    deadline.clear();
  });

  it('ends when the signal of the caller aborts, before or after the start', async () => {
    const controller = new AbortController();
    const deadline = startDeadline({ ms: 60_000, error: late, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(deadline.race(never)).rejects.toThrow('enough');
    const gone = startDeadline({ ms: 60_000, error: late, signal: controller.signal });
    await expect(gone.race(never)).rejects.toThrow('enough');
  });

  it('keeps the first reason', () => {
    const deadline = startDeadline({ ms: 60_000, error: late });
    deadline.end(new Error('first'));
    deadline.end(new Error('second'));
    expect(deadline.signal.reason).toEqual(new Error('first'));
  });
});
