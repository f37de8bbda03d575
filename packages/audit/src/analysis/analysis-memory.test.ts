import { setImmediate as nextRound } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import {
  baseMemory,
  createAnalysisMemory,
  defaultAnalyses,
  memoryOfBody,
  memoryOfFacts,
  minMemory,
} from './analysis-memory.ts';

const MiB = 1024 * 1024;
const large = 20 * MiB;
const overloaded = expect.objectContaining({ code: 'overloaded', retryAfterSeconds: 5 });
const never = new AbortController().signal;

/** Memory to read one page of the maximum size, and to hold 32 MiB; without bytes that every analysis has. */
function smallest() {
  let now = 0;
  const total = 6;
  const memoryBytes = minMemory(total, large);
  const memory = createAnalysisMemory({
    memoryBytes,
    total,
    maxBodyBytes: large,
    monotonicMs: () => now,
  });
  const started: string[] = [];
  const revoked: string[] = [];
  /** An analysis of the owner whose name is the first letter. */
  const open = (name: string) => {
    const page = memory.open(name[0] ?? '', () => revoked.push(name));
    onTestFinished(page.close);
    const read = (bytes: number, signal = never) => {
      const reading = Promise.resolve(page.startReading(bytes, signal));
      const done = reading.then(() => void started.push(name));
      // Some are still waiting when the test ends.
      done.catch(() => {});
      return done;
    };
    /** Has received this much beyond what every analysis has. */
    const hold = (bytes: number) => page.receive(bytes + baseMemory.body);
    return { ...page, read, hold };
  };
  return { started, revoked, open, pass: (ms: number) => (now += ms) };
}

it('has the default of 31 analyses, and the minimum is enough for a page of the maximum size', () => {
  expect(defaultAnalyses(large)).toBe(31);
  expect(minMemory(31, large)).toBe(400 * MiB);
  expect(minMemory(2, large)).toBe(2 * baseMemory.bytes + memoryOfBody(large) + 32 * MiB);
  const { open, revoked } = smallest();
  const page = open('a');
  page.receive(large);
  expect(page.startReading(large, never)).toBeDefined();
  page.finishReading(large);
  expect(revoked).toEqual([]);
});

it('small pages need no memory beyond the base', () => {
  const { open, revoked } = smallest();
  open('a').hold(32 * MiB);
  const small = open('a2');
  small.receive(512 * 1024);
  expect(small.startReading(512 * 1024, never)).toBeUndefined();
  small.finishReading(1 * MiB);
  expect(revoked).toEqual([]);
  small.hold(1);
  expect(revoked).toEqual(['a']);
});

it('ends the slowest download of the owner with the most memory', () => {
  const { open, revoked, pass } = smallest();
  const early = open('a1');
  pass(10_000);
  const late = open('a2');
  const other = open('b');
  pass(1_000);
  early.hold(12 * MiB);
  late.hold(8 * MiB);
  other.hold(12 * MiB);
  expect(revoked).toEqual([]);
  other.hold(13 * MiB);
  expect(revoked).toEqual(['a1']);
  expect(() => early.hold(1)).toThrow(overloaded);
  // Its memory is free for others.
  other.hold(24 * MiB);
  expect(revoked).toEqual(['a1']);
});

it('ends the download that needs memory if it is the heaviest', () => {
  const { open, revoked } = smallest();
  const other = open('b');
  other.hold(10 * MiB);
  const page = open('a');
  expect(() => page.hold(23 * MiB)).toThrow(overloaded);
  expect(revoked).toEqual(['a']);
  other.hold(32 * MiB);
});

it('ends downloads before pages that wait to be read, and those before read pages', async () => {
  const { open, revoked } = smallest();
  const [facts, reader, waiting, download] = [open('a1'), open('b'), open('a3'), open('a4')];
  facts.finishReading(3 * MiB);
  await reader.read(large);
  waiting.hold(4 * MiB);
  void waiting.read(4 * MiB);
  download.hold(12 * MiB);
  const other = open('c');
  other.hold(1 * MiB);
  expect(revoked).toEqual(['a4']);
  other.hold(13 * MiB);
  expect(revoked).toEqual(['a4', 'a3']);
  other.hold(15 * MiB);
  open('d').hold(10 * MiB);
  expect(revoked).toEqual(['a4', 'a3', 'a1']);
});

it('keeps only what facts take beyond the base', () => {
  const { open, revoked } = smallest();
  const read = open('a');
  read.finishReading(large);
  read.keep(10 * MiB);
  expect(memoryOfFacts(large)).toBe(32 * MiB);
  open('b').hold(30 * MiB);
  expect(revoked).toEqual([]);
  expect(() => open('b').hold(1)).toThrow(overloaded);
});

it('reads as many large pages as fit by their size, and serves waiting owners round-robin', async () => {
  const { started, open } = smallest();
  const pages = ['a1', 'a2', 'a3', 'b1'].map((name) => ({ name, ...open(name) }));
  for (const { read } of pages) void read(9 * MiB);
  await nextRound();
  expect(started).toEqual(['a1', 'a2']);
  pages[0]?.finishReading(1 * MiB);
  await nextRound();
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

it('a page that waits to be read ends with the reason of its signal, or when it is closed', async () => {
  const { started, open } = smallest();
  const reader = open('a');
  await reader.read(large);
  const client = new AbortController();
  const [aborted, over, last] = [open('b'), open('c'), open('d')];
  const rejected = aborted.read(large, client.signal);
  const ended = over.read(large);
  void last.read(large);
  client.abort(new Error('disconnected'));
  over.close();
  await expect(rejected).rejects.toThrow('disconnected');
  await expect(ended).rejects.toThrow('The analysis is over.');
  reader.close();
  await nextRound();
  expect(started).toEqual(['a', 'd']);
});

it('a page waits ten seconds to be read', async () => {
  vi.useFakeTimers();
  try {
    const { open } = smallest();
    void open('a').read(large);
    const waiting = open('b').read(large);
    const rejected = expect(waiting).rejects.toEqual(overloaded);
    await vi.advanceTimersByTimeAsync(10_000);
    await rejected;
  } finally {
    vi.useRealTimers();
  }
});
