import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { PageLoad } from '../../store/report.ts';
import { Treemap } from './treemap.tsx';

type Part = PageLoad['weight'][number];

const part = (type: string, host: string | null, bytes: number, isThirdParty = false): Part => {
  return { type, host, bytes, isThirdParty, requests: 1 };
};

const drawn = (weight: readonly Part[]) => {
  const chart = renderToString(h(Treemap, { weight }));
  const areas = [...chart.matchAll(/<g class="(own|other)">(.*?)<\/g>/g)].map(
    ([, party, cell = '']) => {
      const [, width, height] = /width="([\d.]+)%" height="([\d.]+)"/.exec(cell) ?? [];
      return { party, cell, area: Number(width) * Number(height) };
    },
  );
  return { chart, areas };
};

it.each([[[]], [[part('image', 'bakery.test', 0)]]])('is not there without bytes', (weight) => {
  expect(drawn(weight).chart).toBe('');
});

it('has an area for each type and host, as large as its share', () => {
  const { chart, areas } = drawn([
    part('image', 'bakery.test', 600_000),
    part('script', 'bakery.test', 100_000),
    part('script', 'cdn.test', 300_000, true),
  ]);
  expect(areas.map(({ party }) => party)).toEqual(['own', 'other', 'own']);
  const [images = 0, other = 0, own = 0] = areas.map(({ area }) => area);
  expect(images / other).toBeCloseTo(2, 0);
  expect(other / own).toBeCloseTo(3, 0);
  expect(chart).toContain(
    'role="img" aria-label="Images 600.0 kB, Scripts 400.0 kB. 300.0 kB from other domains."',
  );
  expect(chart).toContain('<title>Scripts from cdn.test: 300.0 kB</title>');
  expect(chart.match(/from another domain/g)).toHaveLength(1);
});

it('names areas only where there is room, on a phone less', () => {
  const long = `${'long-'.repeat(18)}.test`;
  const { areas } = drawn([
    part('image', 'bakery.test', 600_000),
    part('image', long, 300_000),
    part('image', 'tiny.test', 100),
  ]);
  const [wide = '', cut = '', tiny = ''] = areas.map(({ cell }) => cell);
  expect(wide).toContain('>bakery.test · 600.0 kB</text>');
  expect(cut).not.toContain('<text');
  expect(tiny).not.toContain('<text');
  const { areas: two } = drawn([
    part('image', 'a-name-of-forty-characters-or-so.test', 500_000),
    part('image', 'another-name-of-this-length.test', 500_000),
  ]);
  expect(two[0]?.cell).toContain('<text class="on-wide"');
  expect(two[0]?.cell).not.toContain('class="on-narrow"');
});

it('leaves out the name of a type that has almost no weight', () => {
  const { chart } = drawn([
    part('image', 'bakery.test', 150_000),
    part('stylesheet', 'bakery.test', 60_000),
    part('document', 'bakery.test', 1_300),
  ]);
  expect(chart).toContain('>Images');
  expect(chart).not.toContain('>HTML');
});

it('has a hundred parts, other hosts and types that it does not know', () => {
  const weight = Array.from({ length: 100 }, (_, index) =>
    part(index % 2 === 0 ? 'image' : 'constructor', `host${index}.test`, 1_000 + index),
  );
  const { areas, chart } = drawn([...weight, part('image', null, 500_000, true)]);
  expect(areas).toHaveLength(101);
  expect(chart).toContain('other hosts');
  expect(chart).toContain('>Other');
});
