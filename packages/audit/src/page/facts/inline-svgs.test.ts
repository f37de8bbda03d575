import { expect, it } from 'vitest';
import { textFacts } from '../fixtures/text-facts.ts';

const path = '<path d="M0 0h24v24H0z"/>';
const svgsOf = (html: string) => textFacts(html).inlineSvgs;

it('are those of at least 5,000 characters, to the end of the last tag', () => {
  const many = `${path.repeat(199)}<path d="M0 0h9z"/>`;
  const svg = `<svg>${many}</svg>`;
  expect(svgsOf(`<p>${svg}`)).toEqual([]);
  expect(svgsOf(`<p>\n<svg id="map">${many}${path} text</svg>`)).toEqual([
    { line: 2, column: 1, html: '<svg id="map">', characters: 14 + 199 * 25 + 19 + 25 },
  ]);
});

it('count one in another, and HTML in it, as a part', () => {
  const inner = `<svg>${path.repeat(300)}</svg>`;
  const [svg, ...others] = svgsOf(
    `<svg><foreignObject><p>x</p></foreignObject>${inner}<g></g></svg>`,
  );
  expect(others).toEqual([]);
  expect(svg?.characters).toBe(5 + 15 + 3 + 1 + 4 + 16 + inner.length + 3);
});

it('are not counted in templates, or after the graphics ended', () => {
  const long = path.repeat(300);
  expect(svgsOf(`<template><svg>${long}</svg></template>`)).toEqual([]);
  expect(svgsOf(`<svg/>${'<p>x</p>'.repeat(1_000)}`)).toEqual([]);
  expect(svgsOf(`<svg><p>${'<p>x</p>'.repeat(1_000)}`)).toEqual([]);
  expect(svgsOf(`<math><svg>${long}</svg></math>`)).toEqual([]);
});
