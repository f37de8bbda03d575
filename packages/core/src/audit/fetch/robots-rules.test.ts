import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isAllowed, parseRobotsTxt } from './robots-rules.ts';

interface Expectation {
  readonly id: string;
  readonly robotsBase64: string;
  readonly url: string;
  readonly userAgent: string;
  readonly allowed: boolean;
}

const suite: { readonly source: string; readonly cases: readonly Expectation[] } = JSON.parse(
  readFileSync(new URL('./fixtures/robots.json', import.meta.url), 'utf8'),
);

describe(`published expectations: ${suite.source}`, () => {
  it.each(suite.cases)('$id', ({ robotsBase64, url, userAgent, allowed }) => {
    const rules = parseRobotsTxt(Buffer.from(robotsBase64, 'base64'));
    expect(isAllowed(rules, userAgent, url).allowed).toBe(allowed);
  });
});
