import { expect, it } from 'vitest';
import { isTrackingPixel } from './tracking-pixel.ts';

const image = { width: null, height: null, style: null };

it.each([
  { width: '1', height: '1' },
  { width: '0', height: ' 1px ' },
  { style: 'border:0; width:1px; height: 1px' },
  { style: 'height:0;width:0!important' },
  { width: '1', style: 'height:1px' },
])('has at most one pixel: %j', (attributes) => {
  expect(isTrackingPixel({ ...image, ...attributes })).toBe(true);
});

it.each([
  {},
  { width: '1' },
  { width: '1', height: '100' },
  { width: '1%', height: '1%' },
  { width: '10', height: '10' },
  { style: 'max-width:1px;max-height:1px' },
  { style: 'width:1rem;height:1rem' },
  { style: 'width:1.5px;height:1.5px' },
  { width: '640', height: '480', style: 'width:1px;height:1px' },
])('can be seen: %j', (attributes) => {
  expect(isTrackingPixel({ ...image, ...attributes })).toBe(false);
});
