import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AuditFacts } from '../audit-facts.ts';
import type { Outcome } from '../outcome.ts';
import { fragments } from '../page/fixtures/fragments.ts';
import { mutants } from '../page/fixtures/mutants.ts';
import { randomElements } from '../page/fixtures/random-elements.ts';
import type { Check } from './check.ts';
import { evaluate, factsOf, type PageUnderTest } from './fixtures/facts-of.ts';
import { checks } from './index.ts';

const folder = new URL('../page/fixtures/pages/', import.meta.url);
const pages = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'));

/** The faults of a result; empty if it is valid. */
function faultsOf(check: Check, facts: AuditFacts): string[] {
  let outcome: Outcome;
  try {
    outcome = evaluate(check, facts);
  } catch (error) {
    return [`${check.id} throws ${String(error)}`];
  }
  const { status, summary, value, evidence = [], points } = outcome;
  const faults: string[] = [];
  const fault = (what: string) => faults.push(`${check.id}: ${what}`);
  if (!['pass', 'warn', 'fail', 'na', 'error'].includes(status)) fault(`status ${status}`);
  if (summary.trim() === '') fault('no summary');
  if (summary === `${check.title}.`) fault('a summary that repeats the title');
  if (status === 'na' && /not appl/i.test(summary)) fault('no reason why it does not apply');
  if (summary.length > 1_000) fault(`a summary of ${summary.length} characters`);
  if (!summary.isWellFormed()) fault('half a pair in its summary');
  const json = JSON.stringify(value ?? null);
  if (json === undefined || json.length > 20_000) fault('no value for a report');
  expect(JSON.parse(json)).toEqual(value ?? null);
  if (points !== undefined && !(points >= 0 && points <= 1)) fault(`${points} points`);
  for (const { text, line, column } of evidence) {
    if (text.length > 300 || !text.isWellFormed()) fault(`evidence ${JSON.stringify(text)}`);
    if (line !== undefined && !(Number.isInteger(line) && line >= 1)) fault(`line ${line}`);
    if (column !== undefined && !(Number.isInteger(column) && column >= 1))
      fault(`column ${column}`);
  }
  return faults;
}

async function faultsOn(page: PageUnderTest): Promise<readonly string[]> {
  const facts = await factsOf(page);
  return checks.flatMap((check) => faultsOf(check, facts));
}

describe('no page makes a check throw, or return what a report cannot store', () => {
  it('fragments', async () => {
    for (const html of ['', ...fragments]) expect(await faultsOn({ html }), html).toEqual([]);
  });

  it('real pages cut, doubled and put in another order', async () => {
    await fc.assert(
      fc.asyncProperty(mutants(pages), async (html) => {
        expect(await faultsOn({ html })).toEqual([]);
      }),
      { seed: 4, numRuns: 150 },
    );
  });

  it('elements in any order, with the attributes that checks read', async () => {
    const applied = new Set<string>();
    await fc.assert(
      fc.asyncProperty(randomElements, async (html) => {
        const facts = await factsOf({ html });
        expect(checks.flatMap((check) => faultsOf(check, facts))).toEqual([]);
        for (const check of checks) {
          if (evaluate(check, facts).status !== 'na') applied.add(check.id);
        }
      }),
      { seed: 6, numRuns: 200 },
    );
    // Otherwise these pages would try little. Some checks need a robots.txt, a sitemap or other URLs.
    expect(applied.size).toBeGreaterThan(120);
  });

  it('any headers, robots.txt and URL', async () => {
    const names = fc.constantFrom(
      ...'content-type x-robots-tag link refresh set-cookie strict-transport-security content-security-policy x-frame-options x-content-type-options referrer-policy permissions-policy cross-origin-opener-policy access-control-allow-origin access-control-allow-credentials server x-powered-by content-encoding cache-control alt-svc content-language'.split(
        ' ',
      ),
    );
    const words = fc.constantFrom(
      ..."noindex googlebot: max-age= 31536000 ; , = \" <https://example.com/> rel=canonical * 'self' unsafe-inline default-src frame-ancestors secure httponly samesite=lax nginx/1.2 text/html charset= 0 url= \u00e9 \ud800".split(
        ' ',
      ),
    );
    const value = fc.array(words, { maxLength: 12 }).map((parts) => parts.join(' '));
    const headers = fc.dictionary(names, fc.array(value, { minLength: 1, maxLength: 3 }));
    const robots = fc.option(
      fc
        .array(
          fc.constantFrom(
            'User-agent: *',
            'Disallow: /',
            'Allow: *$',
            'x',
            'Sitemap: y',
            '<html>',
            ':',
          ),
        )
        .map((lines) => lines.join('\n')),
      { nil: undefined },
    );
    const url = fc.webUrl({ withQueryParameters: true, withFragments: false });
    const status = fc.integer({ min: 200, max: 599 });
    await fc.assert(
      fc.asyncProperty(headers, robots, url, status, async (headers, robots, url, status) => {
        const page = { headers, url, status, body: '<h1>a</h1>', ...(robots && { robots }) };
        expect(await faultsOn(page)).toEqual([]);
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});
