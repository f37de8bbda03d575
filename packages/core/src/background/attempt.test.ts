import { expect, it, onTestFinished, vi } from 'vitest';
import { startAttempt } from './attempt.ts';

it('aborts an attempt five seconds before its lease is over, also after it was renewed', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { signal, extend, release } = startAttempt(new AbortController().signal, 30_000);
  onTestFinished(release);
  vi.advanceTimersByTime(20_000);
  extend(30_000);
  vi.advanceTimersByTime(24_999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(signal.reason).toMatchObject({
    code: 'overloaded',
    message: 'Creating the report took too long.',
  });
});
