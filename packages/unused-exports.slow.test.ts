import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourceFiles, workspaces } from './module-graph.ts';
import { entryPointsOf, unusedExports } from './unused-exports.ts';

const root = join(import.meta.dirname, '..');

/**
 * Programs that the tests of packed packages install: they try exports and need none. Apps that a test bundles. What is
 * generated has spare ones.
 */
const leftOut =
  /^scripts\/(?:packed\/(?:consumers|hosts)|browser\/framework-apps)\/|\/src\/generated\//;

const inDeclarations = 'TypeScript writes its name into declarations of other files';

/** Exports that something else than an import needs. */
const exceptions: Readonly<Record<string, string>> = {
  'benchmarks/competitors/cheerio-facts.js: cheerioFacts': 'imported where it is installed',
  'packages/audit/src/fetch/address-policy.ts: AddressRange': inDeclarations,
  'packages/audit/src/fetch/network.ts: DeniedHost': inDeclarations,
  'packages/core/src/listing/listing.ts: SortKey': inDeclarations,
  'packages/core/src/reports/list-checks.ts: ListedCheck': inDeclarations,
  'packages/store-postgres/test/global-setup.ts: setup': 'vitest calls it',
  'scripts/project-sequencer.ts: ProjectSequencer': 'vitest.config.ts imports it',
};

const files = ['packages', 'examples', 'scripts', 'benchmarks']
  .flatMap(sourceFiles)
  .filter((file) => !leftOut.test(file));
const documents = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md') && !/(^|\/)(?:node_modules|dist)\//.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'));

describe('every export', () => {
  it('is needed by another file, and one of an entry point by another package or its users', () => {
    const found = unusedExports(files, entryPointsOf(workspaces()), documents);
    expect(found).toEqual(Object.keys(exceptions));
  });
});

describe('the search for unused exports', () => {
  const entries = new Map([['@acme/shop', 'packages/shop/src/index.ts']]);

  /** What is unused in two packages: `shop` with the entry point above, and `app`. */
  function unusedIn(
    texts: Readonly<Record<string, string>>,
    ...markdown: readonly string[]
  ): string[] {
    const all = Object.keys(texts);
    return unusedExports(all, entries, markdown, (file) => texts[file] ?? '');
  }

  const index = 'packages/shop/src/index.ts';
  const cart = 'packages/shop/src/cart.ts';
  const app = 'packages/app/src/app.ts';

  it('finds what no other file imports, in every form of declaration', () => {
    const texts = {
      [cart]: `
        export const a = 1;
        export function b() { return a; }
        export class C {}
        export interface D {}
        export type E = D;
        export { f };
        const f = 2;`,
      'packages/shop/src/pay.ts':
        "import { a } from './cart.ts'; import type { E } from './cart.ts';",
    };
    expect(unusedIn(texts)).toEqual(['C', 'D', 'b', 'f'].map((name) => `${cart}: ${name}`));
  });

  it('accepts namespaces, import(), and types of import()', () => {
    const texts = {
      [cart]: 'export const a = 1; export const b = 2; export const c = 3;',
      'packages/shop/src/all.ts': 'export const d = 1; export const e = 2;',
      [app]: `
        import * as all from '../../shop/src/all.ts';
        const { a } = await import('../../shop/src/cart.ts');
        type B = typeof import('../../shop/src/cart.ts').b;`,
    };
    expect(unusedIn(texts)).toEqual([`${cart}: c`]);
  });

  it('needs a user of an entry point outside its package', () => {
    const texts = {
      [index]: "export { buy, sell, type Bought } from './cart.ts';",
      [cart]: 'export const buy = 1; export const sell = 2; export interface Bought {}',
      'packages/shop/src/index.test.ts': "import { sell } from './index.ts';",
      [app]: "import { buy } from '@acme/shop';",
    };
    expect(unusedIn(texts)).toEqual([
      `${cart}: Bought`,
      `${cart}: sell`,
      `${index}: Bought`,
      `${index}: sell`,
    ]);
  });

  it('accepts a name in the code of a document, and not in its sentences', () => {
    const texts = {
      [index]: "export { buy, pay, sell } from './cart.ts';",
      [cart]: 'export const buy = 1; export const pay = 2; export const sell = 3;',
    };
    const document = 'You can sell: call `buy(1)`.\n\n```js\npay(2);\n```\n';
    expect(unusedIn(texts, document)).toEqual([`${cart}: sell`, `${index}: sell`]);
  });

  it('accepts types in signatures of what is used, and no other', () => {
    const names = 'Basket, Discount, Goods, Member, Paid, Refund, Refused';
    const texts = {
      [index]: `export { buy, type Shop } from './cart.ts'; export type { ${names} } from './cart.ts';`,
      [cart]: `
        export interface Basket { readonly discount: Discount }
        export interface Discount {}
        export interface Goods {}
        export interface Member {}
        export interface Paid {}
        export interface Refund {}
        export interface Refused {}
        type Outcome = Paid | Refused;
        export interface Shop { readonly owner: Member; refund(paid: Paid): Promise<readonly Refund[]> }
        export function buy(basket: Basket): Outcome { const goods: Goods = basket; return goods; }`,
      [app]: "import { buy, type Shop } from '@acme/shop';",
    };
    const unused = ['Discount', 'Goods', 'Member'];
    expect(unusedIn(texts)).toEqual(
      [cart, index].flatMap((file) => unused.map((name) => `${file}: ${name}`)),
    );
  });

  it('accepts types in signatures that another package declares and passes on', () => {
    const texts: Readonly<Record<string, string>> = {
      [index]: "export { buy, type Basket, type Goods } from '@acme/stock';",
      'packages/stock/src/index.ts': "export { buy, type Basket, type Goods } from './stock.ts';",
      'packages/stock/src/stock.ts': `
        export interface Basket {}
        export interface Goods {}
        export function buy(basket: Basket): void {}`,
      [app]: "import { buy } from '@acme/shop';",
    };
    const all = new Map([...entries, ['@acme/stock', 'packages/stock/src/index.ts']]);
    const found = unusedExports(Object.keys(texts), all, [], (file) => texts[file] ?? '');
    const declared = ['packages/stock/src/index.ts', 'packages/stock/src/stock.ts'];
    expect(found).toEqual([index, ...declared].map((file) => `${file}: Goods`));
  });
});
