import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { libraries } from '../packages/audit/src/readings/libraries/known-libraries.ts';
import { type AdvisoryList, advisoriesSource } from './generate-library-advisories.ts';

/** A list with one vulnerability of each library, except for the changed ones. */
function listWith(changes: AdvisoryList): AdvisoryList {
  const entry = { below: '1.0.0', cwe: ['CWE-79'], identifiers: { CVE: ['CVE-2001-1'] } };
  return {
    ...Object.fromEntries(libraries.map(({ key }) => [key, { vulnerabilities: [entry] }])),
    ...changes,
  };
}

function rowsOf(
  key: string,
  vulnerabilities: NonNullable<AdvisoryList[string]>['vulnerabilities'],
) {
  const source = advisoriesSource(
    listWith({ [key]: { vulnerabilities: vulnerabilities ?? [] } }),
    '2026-01-02',
  );
  return source.split('\n').filter((line) => line.startsWith(`${key} `));
}

const identifiers = { CVE: ['CVE-2020-1'], githubID: 'GHSA-aaaa-bbbb-cccc' };

it('writes ranges of releases, and one identifier', () => {
  expect(
    rowsOf('jquery', [
      {
        atOrAbove: '1.0.0-rc.1',
        below: '3.0.0-beta1',
        severity: 'high',
        cwe: ['CWE-79'],
        identifiers,
      },
      {
        below: '1.14',
        cwe: ['CWE-20', 'CWE-94'],
        identifiers: { githubID: 'GHSA-aaaa-bbbb-cccc' },
      },
      { atOrAbove: '4', below: '999.999.999', severity: 'low', cwe: ['CWE-79'], identifiers },
    ]),
  ).toEqual([
    'jquery 0.0.0 1.14.0 medium GHSA-aaaa-bbbb-cccc',
    'jquery 1.0.0 3.0.0 high CVE-2020-1',
    'jquery 4.0.0 - low CVE-2020-1',
  ]);
});

it('leaves out what lets no one run scripts, has no identifier or is there twice', () => {
  const entry = { below: '2.0.0', severity: 'low', cwe: ['CWE-79'], identifiers };
  expect(
    rowsOf('c3', [entry, entry, { ...entry, cwe: ['CWE-1333'] }, { ...entry, identifiers: {} }]),
  ).toEqual(['c3 0.0.0 2.0.0 low CVE-2020-1']);
});

it('fails where the list has changed', () => {
  expect(() => advisoriesSource({}, '2026-01-02')).toThrow('The list has no jquery.');
  expect(() => rowsOf('c3', [])).toThrow('no vulnerability of c3');
  expect(() => rowsOf('c3', [{ below: 'x', cwe: ['CWE-79'], identifiers }])).toThrow('x is not');
  expect(() => advisoriesSource(listWith({}), 'today')).toThrow('today is not a date.');
});

it('names the source and its licence in the table', () => {
  const table = new URL('../packages/audit/src/readings/libraries/advisories.ts', import.meta.url);
  expect(readFileSync(table, 'utf8')).toContain('/*! Vulnerable versions: Retire.js, Apache-2.0');
});
