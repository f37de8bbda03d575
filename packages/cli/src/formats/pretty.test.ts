import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { analyzePage, createContext, type PageAnalysis } from '@sitegrade/core';
import { memoryStore } from '@sitegrade/store-memory';
import picocolors from 'picocolors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prettyReports } from './pretty.ts';

let analysis: PageAnalysis;
beforeAll(async () => {
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'text/html')
      .end('<!DOCTYPE html><title>Fresh bread</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => void server.close());
  const context = createContext({ store: memoryStore(), network: { allowLocalhost: true } });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  analysis = await analyzePage(context, 'ann', { url });
  server.closeAllConnections();
});

const shown = (changes: Partial<PageAnalysis>, width: number) => {
  const terminal = { width, colors: picocolors.createColors(false) };
  const page = { url: analysis.url, analysis: { ...analysis, ...changes } };
  return prettyReports([page], terminal);
};

const counts = { score: 2, passed: 113, warned: 12, failed: 11, notEvaluated: 10 };

it.each([
  [120, '113 passed, 12 warnings, 11 failed, 10 not evaluated\n'],
  [80, `113 passed, 12 warnings,\n${' '.repeat(50)}11 failed, 10 not evaluated\n`],
  [60, '\n    113 passed, 12 warnings, 11 failed, 10 not evaluated\n'],
  [40, '\n    113 passed, 12 warnings,\n    11 failed, 10 not evaluated\n'],
])('counts of a category are never left out: in %i columns', (width, expected) => {
  const { performance } = analysis.categories;
  const text = shown(
    { categories: { ...analysis.categories, performance: { ...performance, ...counts } } },
    width,
  );
  const [, rest = ''] = /^ {2}Performance as sent +[█░]+ +2 *(.*)$/ms.exec(text) ?? [];
  const start = expected.startsWith('\n') ? rest : rest.replace(/^ +/, '');
  expect(start.startsWith(expected)).toBe(true);
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(width);
});

it('checks that could not be evaluated are named, with the reason', () => {
  const { checks } = analysis;
  const { title } = checks;
  if (title === undefined) throw new Error('There is no check of titles.');
  const failing = { ...title, status: 'error', summary: 'It was not fetched.' } as const;
  const text = shown({ checks: { ...checks, title: failing } }, 80);
  expect(text).toContain(
    `\n  Could not be evaluated (1)\n  · ${title.title} (title)\n    It was not fetched.\n`,
  );
  expect(text).toContain(' 1 could not be evaluated.\n');
  expect(shown({}, 80)).not.toContain('ould not be evaluated');
});

it('what caps the score is not left out of a narrow terminal', () => {
  expect(shown({ score: 40, scoreUncapped: 81, result: 'bad' }, 40)).toContain(
    '\n  40 of 100  bad\n  capped, 81 without the cap\n',
  );
});
