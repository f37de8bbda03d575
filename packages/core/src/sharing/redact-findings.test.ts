import { expect, it } from 'vitest';
import type { SiteFinding } from '../store/site-issue.ts';
import { redactFindings } from './redact-findings.ts';

const secret = 'abcdefgh12345678';

function findingOf(part: Partial<SiteFinding>): SiteFinding {
  return { key: 'k', summary: 's', pages: [], pagesCount: 7, target: null, ...part };
}

const noTime = { monotonicMs: () => 0 };

it('leaves no secret of a URL, wherever it occurs in the finding', async () => {
  const url = `https://example.com/?token=${secret}&page=2`;
  const [redacted] = await redactFindings(noTime, [
    findingOf({ key: url, target: url, pages: [url], summary: `2 pages name ${secret}.` }),
  ]);
  const shown = 'https://example.com/?token=[redacted]&page=2';
  expect(redacted).toEqual({
    key: shown,
    target: shown,
    pages: [shown],
    pagesCount: 7,
    summary: '2 pages name [redacted].',
  });
});

it('changes nothing else, and not the findings themselves', async () => {
  const findings = [
    findingOf({ pages: ['https://example.com/?page=12345678'], summary: 'token' }),
    Object.freeze(findingOf({ target: `https://example.com/?key=${secret}` })),
  ];
  const [first, second] = await redactFindings(noTime, findings);
  expect(first).toEqual(findings[0]);
  expect(second?.target).not.toContain(secret);
});

it('lets other requests run meanwhile', async () => {
  let time = 0;
  let turns = 0;
  // Each look at the clock is a slice later.
  const clock = {
    monotonicMs: () => {
      time += 11;
      return time;
    },
  };
  const other = (): void => {
    turns += 1;
    next = setImmediate(other);
  };
  let next = setImmediate(other);
  await redactFindings(
    clock,
    Array.from({ length: 200 }, () => findingOf({})),
  );
  clearImmediate(next);
  expect(turns).toBeGreaterThan(100);
});
