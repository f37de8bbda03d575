import { expect, it } from 'vitest';
import { advisoriesDate, advisoryTable } from './advisories.ts';
import { libraries } from './known-libraries.ts';
import { compareVersions, vulnerabilitiesOf } from './known-vulnerabilities.ts';

it.each([
  ['1.2.3', '1.2.3', 0],
  ['1.2.3', '1.2.10', -1],
  ['1.10.0', '1.9.9', 1],
  ['2.0.0', '10.0.0', -1],
])('compares %s and %s', (left, right, sign) => {
  expect(Math.sign(compareVersions(left, right))).toBe(sign);
});

it('every line of the table is a range of a known library', () => {
  expect(advisoriesDate).toMatch(/^20\d\d-\d\d-\d\d$/);
  for (const line of advisoryTable.trim().split('\n')) {
    expect(line).toMatch(
      /^\S+ \d+\.\d+\.\d+ (?:\d+\.\d+\.\d+|-) (?:low|medium|high|critical) (?:CVE-\d{4}-\d+|GHSA(?:-\w{4}){3})$/,
    );
    expect(
      libraries.some(({ key }) => key === line.split(' ')[0]),
      line,
    ).toBe(true);
  }
});

it.each([
  ['the version before the first', '1.11.3', false],
  ['the first version', '1.12.0', true],
  ['the version before the fix', '3.4.1', true],
  ['the fixed version', '3.5.0', false],
])('%s is compared with a range', (_what, version, isAffected) => {
  const library = libraries.find(({ key }) => key === 'jquery');
  if (library === undefined) throw new Error('no jQuery');
  const ids = vulnerabilitiesOf({ library, version }).map(({ id }) => id);
  expect(ids.includes('CVE-2020-11022')).toBe(isAffected);
});
