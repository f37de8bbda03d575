import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readTypings } from './read-typings.ts';
import { tableOf } from './table-of.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

it('reads types, supertypes, properties and superseding types', () => {
  const source = [
    'interface ThingBase extends Partial<IdReference> {',
    '    "name"?: SchemaValue<Text, "name">;',
    '}',
    'interface ThingLeaf extends ThingBase {',
    '    "@type": "Thing";',
    '}',
    'export type Thing = ThingLeaf | _3DModel | Old | Foreign;',
    'export interface _3DModelLeaf extends ThingBase {',
    '    "@type": "3DModel";',
    '}',
    'export type _3DModel = _3DModelLeaf;',
    'export interface OldLeaf extends ThingBase {',
    '    "@type": "Old";',
    '}',
    '/**',
    ' * An old one.',
    ' *',
    ' * @deprecated Use 3DModel instead.',
    ' */',
    'export type Old = OldLeaf | string;',
    'export interface ForeignLeaf extends ThingBase {',
    '    "@type": "https://example.com/Foreign";',
    '}',
    'export type Foreign = ForeignLeaf;',
    'export type Text = URL | string;',
    'export type URL = string;',
    'export type DataType = Text;',
  ].join('\n');
  const type = { parents: ['Thing'], properties: [], supersededBy: null };
  expect(readTypings(source)).toEqual([
    { ...type, name: '3DModel' },
    { ...type, name: 'DataType', parents: [] },
    { ...type, name: 'Old', supersededBy: '3DModel' },
    { ...type, name: 'Text', parents: ['DataType'] },
    { ...type, name: 'Thing', parents: [], properties: ['name'] },
    { ...type, name: 'URL', parents: ['Text'] },
  ]);
});

it('generates the table of the repository', () => {
  const { version } = JSON.parse(read('node_modules/schema-dts/package.json'));
  const table = tableOf(read('node_modules/schema-dts/dist/schema.d.ts'), `schema-dts ${version}`);
  // Compared as a boolean: a difference of 60 kB is not a useful message.
  expect(table === read('packages/audit/src/readings/structured-data/schema-org-table.ts')).toBe(
    true,
  );
});
