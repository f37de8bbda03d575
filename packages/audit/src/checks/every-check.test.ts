import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runChecks } from '../scoring/run-checks.ts';
import { scoreResults } from '../scoring/score.ts';
import { factsOf } from './fixtures/facts-of.ts';
import { checks } from './index.ts';

const folder = new URL('../page/fixtures/pages/', import.meta.url);
const pages = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));

describe('a report', () => {
  it('is reproducible', async () => {
    for (const html of pages) {
      const once = await runChecks(checks, await factsOf({ html }));
      expect(await runChecks(checks, await factsOf({ html }))).toEqual(once);
    }
  });

  it('does not depend on the order of attributes', async () => {
    const reversible = pages.filter((html) => html.includes('="'));
    let changed = 0;
    for (const html of reversible) {
      const reversed = html.replace(
        /<(meta|link|img|a|script|iframe)((?:\s+[\w:-]+="[^"]*")+)(\s*\/?>)/gi,
        reverseAttributes,
      );
      if (reversed !== html) changed++;
      expect(await withoutQuotes(reversed)).toEqual(await withoutQuotes(html));
    }
    expect(changed).toBeGreaterThan(1);
  });

  it('has a score that is 100 less its deductions, or a cap', async () => {
    for (const html of pages) {
      const results = await runChecks(checks, await factsOf({ html }));
      const scored = scoreResults(checks, results, { expectIndexable: true });
      const sum = Object.values(scored.checks).reduce((all, { deduction }) => all + deduction, 0);
      const uncapped = Math.max(0, Math.floor(100 - sum + 1e-6));
      expect(scored.scoreUncapped).toBe(uncapped);
      expect(scored.score).toBe(Math.min(uncapped, ...scored.gates.map(({ cap }) => cap)));
    }
  });
});

function reverseAttributes(_tag: string, name: string, attributes: string, end: string): string {
  const each = attributes.match(/\s+[\w:-]+="[^"]*"/g) ?? [];
  return `<${name}${each.reverse().join('')}${end}`;
}

async function withoutQuotes(html: string) {
  const results = await runChecks(checks, await factsOf({ html }));
  return [...results].map(([id, { status, points, summary, evidence }]) => ({
    id,
    status,
    points,
    summary,
    places: evidence.map(({ line }) => line),
  }));
}

describe('the texts of a check', () => {
  it.each(checks.map((check) => [check.id, check] as const))('%s', (id, check) => {
    expect(id).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
    expect(check.source).toMatch(/^https:\/\//);
    expect(URL.canParse(check.source)).toBe(true);
    expect(check.title).not.toMatch(/[.!]$/);
    expect(check.advice).toMatch(/[.)]$/);
  });

  it.each(checks.map(({ id, why = '' }) => [id, why]))('%s says why it matters', (_, why) => {
    expect(why).toMatch(/^\p{Lu}[^\n]*[^.]\.$/u);
    expect([why, why.length >= 60 && why.length <= 140]).toEqual([why, true]);
    // One sentence, as it is read by people who do not know the rule.
    expect(why.slice(0, -1)).not.toMatch(/[.!?](?: |$)/);
    expect(why).not.toMatch(/[<>`]|\w+="/);
  });

  it('says it of each in other words', () => {
    const texts = checks.flatMap(({ title, advice, why }) => [title, advice, why]);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  // “Failed: No tag blocks indexing” has to be read twice.
  it.each(checks.map(({ id, title }) => [id, title]))('%s has a positive title', (_, title) => {
    expect(title.replace(/"[^"]*"/g, '')).not.toMatch(negation);
  });
});

const negation = /\b(?:no|not|none|never|nothing|neither|nor|cannot)\b|n’t\b/i;
