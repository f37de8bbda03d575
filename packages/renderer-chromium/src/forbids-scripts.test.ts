import { expect, it } from 'vitest';
import { forbidsScripts } from './forbids-scripts.ts';

it.each([
  ['sandbox', true],
  ["default-src 'self'; SANDBOX allow-forms", true],
  ["default-src 'self', sandbox", true],
  ["default-src 'self'\nsandbox", true],
  ['sandbox allow-scripts', false],
  ['sandbox allow-forms Allow-Scripts', false],
  ["default-src 'none'; report-uri /sandbox", false],
])('%j: %s', (policy, expected) => {
  expect(forbidsScripts({ 'Content-Security-Policy': policy })).toBe(expected);
  expect(forbidsScripts({ 'content-security-policy-report-only': policy, 'x-own': policy })).toBe(
    false,
  );
});
