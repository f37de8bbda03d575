import { expect, it } from 'vitest';
import { isTrackingPixel } from './tracking-pixel.ts';

const image = { width: null, height: null, style: null, alt: null, src: null };
const query = `?${'a'.repeat(51)}`;

it.each([
  { width: '1', height: '1' },
  { width: '0', height: ' 1px ' },
  { style: 'border:0; width:1px; height: 1px' },
  { style: 'height:0;width:0!important' },
  { width: '1', style: 'height:1px' },
  { alt: '', src: `https://count.example/hit.gif${query}` },
  { alt: '', src: `/hit.GIF${query}`, style: 'border:0' },
])('is seen by no one: %j', (attributes) => {
  expect(isTrackingPixel({ ...image, ...attributes })).toBe(true);
});

it.each([
  {},
  { width: '1' },
  { width: '1', height: '100' },
  { src: `/hit.gif${query}` },
  { alt: 'A loaf', src: `/loaf.gif${query}` },
  { alt: '', src: `/loaf.png${query}` },
  { alt: '', src: '/loaf.gif' },
  { alt: '', src: `/loaf.gif${query.slice(0, -1)}` },
  { alt: '', src: `/loaf.png?a=b.gif${query}` },
  { alt: '', src: `/loaf.gif${query}`, width: '640' },
  { alt: '', src: `/loaf.gif${query}`, style: 'border:0;width: 640px' },
  { width: '1%', height: '1%' },
  { width: '10', height: '10' },
  { style: 'max-width:1px;max-height:1px' },
  { style: 'width:1rem;height:1rem' },
  { style: 'width:1.5px;height:1.5px' },
  { width: '640', height: '480', style: 'width:1px;height:1px' },
])('can be seen: %j', (attributes) => {
  expect(isTrackingPixel({ ...image, ...attributes })).toBe(false);
});
