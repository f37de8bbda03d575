import { expect, it } from 'vitest';
import { keptOutput } from './fixtures/test-environment.ts';
import { progressLine } from './progress.ts';

const clear = '\r\u001b[K';

/** A progress line with a clock that the test moves. */
function lineOf(columns: number, options: Parameters<typeof progressLine>[1] = {}) {
  let ms = 0;
  let tick = () => {};
  let isTicking = false;
  const stderr = keptOutput({ isTTY: true, columns });
  const everySecond = (run: () => void) => {
    tick = run;
    isTicking = true;
    return () => {
      isTicking = false;
    };
  };
  const line = progressLine({ stderr, monotonicMs: () => ms, everySecond }, options);
  return {
    ...line,
    pass: (passed: number) => {
      ms += passed;
      if (isTicking) tick();
    },
    text: stderr.text,
    isTicking: () => isTicking,
  };
}

const progress = { done: 0, total: 1, running: ['https://a.test/'], waitingFor: null };

it('has the seconds, and the request that is waited for', () => {
  const line = lineOf(80);
  line.pass(500);
  line.show(progress);
  line.show(progress);
  line.show({ ...progress, waitingFor: 'https://a.test/style.css' });
  line.pass(1_000);
  line.pass(100);
  line.pass(125_000);
  expect(line.text().split(clear).slice(1)).toEqual([
    'Analysing: https://a.test/',
    'Analysing: https://a.test/style.css',
    'Analysing, 1 s: https://a.test/style.css',
    'Analysing, 2 min 6 s: https://a.test/style.css',
  ]);
});

it('counts the pages if there are several', () => {
  const line = lineOf(80);
  line.show({ ...progress, done: 2, total: 7 });
  expect(line.text()).toBe(`${clear}Analysing (2 of 7 done): https://a.test/`);
});

it('is one line that fits, regardless of the URL', () => {
  const line = lineOf(40);
  line.show({ ...progress, waitingFor: `https://a.test/${'long'.repeat(30)}\u001b[2J` });
  expect(line.text()).toBe(`${clear}Analysing: https://a.test/longlonglong…`);
  const wide = lineOf(40);
  wide.show({ ...progress, waitingFor: `https://a.test/${'长'.repeat(30)}` });
  expect(wide.text()).toMatch(/test\/长{6}…$/);
});

it('is removed once, and does not come back', () => {
  const line = lineOf(80);
  line.show(progress);
  const before = line.text();
  line.clear();
  line.clear();
  line.pass(2_000);
  expect(line.text()).toBe(before + clear);
  expect(line.isTicking()).toBe(false);
});

it('is nothing with --quiet', () => {
  const line = lineOf(80, { isQuiet: true });
  line.show(progress);
  line.clear();
  expect([line.text(), line.isTicking()]).toEqual(['', false]);
});
