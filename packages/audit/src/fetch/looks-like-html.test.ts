import { describe, expect, it } from 'vitest';
import { looksLikeHtml } from './looks-like-html.ts';

describe('bytes look like HTML', () => {
  it.each([
    ['<!doctype HTML>', true],
    ['\ufeff<html>', true],
    ['\r\n\t <!-- x -->', true],
    ['<p>', true],
    ['<pre>', false],
    ['<?xml version="1.0"?><html>', true],
    ['<abc>', false],
    ['<a', false],
    [' \n', true],
    ['GIF89a', false],
  ])('%j: %s', (text, expected) => {
    expect(looksLikeHtml(Buffer.from(text))).toBe(expected);
    expect(looksLikeHtml(Buffer.from(`\ufeff${text.replace('\ufeff', '')}`, 'utf16le'))).toBe(
      expected,
    );
  });
});
