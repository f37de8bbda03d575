import { detailsOf } from '@sitegrade/core';
import { newReport } from '@sitegrade/testing';
import { expect, it } from 'vitest';
import { packDetails, unpackDetails } from './report-details.ts';

const details = detailsOf(newReport());
const { checks, page } = details;

it('contain the details and nothing else of a report', async () => {
  const { text, bytes } = await packDetails(newReport());
  expect(JSON.parse(text)).toEqual(details);
  expect(unpackDetails(bytes)).toEqual(details);
});

it('support strings of any script', async () => {
  const notes = ['Überschrift 日本語 \u{1F600}', '{"x"}', '\u2028'];
  const { bytes } = await packDetails({ ...details, page: { ...page, notes } });
  expect(unpackDetails(bytes).page.notes).toEqual(notes);
});

it('are at most a fifth of the JSON, for a hundred checks', async () => {
  const many = Array.from({ length: 100 }, (_, place) => [`check-${place}`, checks.title]);
  const { text, bytes } = await packDetails({ ...details, checks: Object.fromEntries(many) });
  expect(bytes.length).toBeLessThan(text.length / 5);
});

it('are compressed without blocking the event loop', async () => {
  const notes = [Array.from({ length: 300_000 }, (_, place) => place).join()];
  let isPacked = false;
  const packing = packDetails({ ...details, page: { ...page, notes } }).then(() => {
    isPacked = true;
  });
  await new Promise(setImmediate);
  expect(isPacked).toBe(false);
  await packing;
});

it.each([
  ['none', []],
  ['of another format', [0x01, 0x7b, 0x7d]],
  ['JSON', [0x7b, 0x7d]],
])('refuses bytes: %s', (_, bytes) => {
  expect(() => unpackDetails(new Uint8Array(bytes))).toThrow('does not know');
});

it('are refused if bytes have changed', async () => {
  const { bytes } = await packDetails(newReport());
  const changed = Uint8Array.from(bytes);
  changed[bytes.length - 1] = (changed[bytes.length - 1] ?? 0) ^ 1;
  expect(() => unpackDetails(changed)).toThrow('incorrect data check');
});
