import { parse } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../http/document-objects.ts';
import { openApiDocument } from '../../http/openapi/openapi-document.ts';
import { pagesSettings } from '../../http/pages-options.ts';
import { routes } from '../../http/routes/index.ts';
import { pageText } from '../respond.ts';
import { ReferencePage } from './reference-page.tsx';
import { referenceStyle } from './reference-style.ts';

interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
  readonly children: readonly Element[];
}

interface Node {
  readonly nodeName: string;
  readonly value?: string;
  readonly attrs?: readonly { readonly name: string; readonly value: string }[];
  readonly childNodes?: readonly Node[];
}

function elementOf(node: Node): Element {
  const nodes = node.childNodes ?? [];
  return {
    name: node.nodeName,
    attributes: new Map(node.attrs?.map(({ name, value }) => [name, value])),
    text: textOf(node),
    children: nodes.filter(({ nodeName }) => !nodeName.startsWith('#')).map(elementOf),
  };
}

function textOf({ value = '', childNodes = [] }: Node): string {
  return value + childNodes.map(textOf).join('');
}

function* allOf(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* allOf(child);
}

/** Parses a page as browsers do, and collects the parse errors. */
function read(page: string) {
  const errors: string[] = [];
  const tree = parse(page, { onParseError: ({ code }) => errors.push(code) });
  const elements = [...allOf(elementOf(tree as Node))];
  const named = (...names: string[]) => elements.filter(({ name }) => names.includes(name));
  const values = (name: string) => elements.flatMap(({ attributes }) => attributes.get(name) ?? []);
  return { errors, elements, named, values };
}

const style = referenceStyle();
const settings = pagesSettings(false);
const referencePage = (document: OpenApiDocument) =>
  pageText(ReferencePage({ document, settings, style }));

const document = openApiDocument({ serverUrl: 'https://example.com/tools/api/v1' });
const page = referencePage(document);
const { errors, elements, named, values } = read(page);

describe('the reference page', () => {
  it('is valid HTML', () => {
    expect(errors).toEqual([]);
    expect(named('html')[0]?.attributes.get('lang')).toBe('en');
    expect(named('title')[0]?.text).toBe('API reference · sitegrade');
    expect(named('meta').flatMap(({ attributes }) => attributes.get('name') ?? [])).toContain(
      'viewport',
    );
  });

  it('has no scripts and no external resources', () => {
    expect(named('script', 'iframe', 'object', 'embed', 'img', 'form', 'base')).toEqual([]);
    expect(values('style')).toEqual([]);
    expect(elements.flatMap(({ attributes }) => [...attributes.keys()])).not.toContainEqual(
      expect.stringMatching(/^on/),
    );
    const [icon, ...others] = named('link').map(({ attributes }) => attributes.get('href') ?? '');
    expect([icon?.startsWith('data:image/svg+xml,'), others]).toEqual([true, []]);
    expect(named('style').map(({ text }) => text)).toEqual([style]);
    expect(style).not.toMatch(/url\(|@import/);
    for (const href of named('a').flatMap(({ attributes }) => attributes.get('href') ?? [])) {
      expect(href).toMatch(/^#|^openapi\.json$/);
    }
  });

  it('has unique ids and no broken links', () => {
    const ids = values('id');
    expect(new Set(ids).size).toBe(ids.length);
    for (const href of values('href').filter((value) => value.startsWith('#'))) {
      expect(ids).toContain(href.slice(1));
    }
    for (const label of values('aria-labelledby').flatMap((list) => list.split(' '))) {
      expect(ids).toContain(label);
    }
  });

  it('has landmarks, and skips no heading level', () => {
    for (const name of ['header', 'nav', 'main', 'h1']) expect(named(name)).toHaveLength(1);
    const levels = named('h1', 'h2', 'h3', 'h4', 'h5').map(({ name }) => Number(name[1]));
    expect(levels[0]).toBe(1);
    for (const [index, level] of levels.entries()) {
      expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1);
    }
    expect(named('a')[0]?.attributes.get('href')).toBe('#content');
  });

  it('names every section differently', () => {
    const textOf = (id: string) =>
      elements.find(({ attributes }) => attributes.get('id') === id)?.text;
    const names = values('aria-labelledby').map((list) => list.split(' ').map(textOf).join(' '));
    expect(names.length).toBeGreaterThan(20);
    expect(new Set(names).size).toBe(names.length);
  });

  it('labels every table and its cells', () => {
    const tables = named('table');
    expect(tables.length).toBeGreaterThan(30);
    for (const table of tables) {
      const inside = [...allOf(table)];
      expect(inside.find(({ name }) => name === 'caption')?.text).not.toBe('');
      for (const { attributes } of inside.filter(({ name }) => name === 'th')) {
        expect(['col', 'row']).toContain(attributes.get('scope'));
      }
      const rows = inside.filter(({ name }) => name === 'tr');
      for (const { children } of rows) expect(children[0]?.name).toBe('th');
    }
  });

  it('mentions no key if the host has its own login', () => {
    const text = referencePage(openApiDocument({ login: 'host' }));
    expect(text).not.toMatch(/SITEGRADE_KEY|API key|-H &quot;Auth|-H "Auth/);
    expect(text).toContain('does not have its own keys');
  });

  it.each(routes.map((route) => [route.operationId, route] as const))(
    'describes %s completely',
    (operationId, { method, path, summary, query, body, headers, success, errors: codes = [] }) => {
      const section = elements.find(({ attributes }) => attributes.get('id') === operationId);
      const inside = section ? [...allOf(section)] : [];
      const texts = inside.map(({ text }) => text);
      const curl = texts.find((text) => text.startsWith('curl '));
      const below = path.replace('/api/v1', '');
      expect(texts).toContain(summary);
      expect(texts).toContain(method);
      expect(texts).toContain(`/tools/api/v1${below.replaceAll(/:(\w+)/g, '{$1}')}`);
      const filled = below.replace(':issue', 'broken-links').replaceAll(/:\w+/g, '42');
      expect(curl).toContain(`'https://example.com/tools/api/v1${filled}'`);
      expect(curl).toContain('-H "Authorization: Bearer $SITEGRADE_KEY"');
      for (const name of Object.keys({ ...query, ...body, ...headers })) {
        expect(texts).toContain(name);
      }
      for (const name of Object.keys(body ?? {})) expect(curl).toContain(`'${name}=`);
      for (const code of [...codes, 'unauthorized', 'overloaded', 'internal']) {
        expect(texts).toContain(code);
        expect(section?.text).toContain(`"code": "${code}"`);
      }
      const links = inside.flatMap(({ attributes }) => attributes.get('href') ?? []);
      const hasBody = success.envelope !== 'none';
      expect(links.some((link) => /^#schema-/.test(link))).toBe(hasBody);
      const table = elements.find(({ attributes }) => attributes.get('href') === `#${operationId}`);
      expect(table?.text).toContain(summary);
    },
  );

  it('marks required request fields and optional response fields', () => {
    const heads = named('th').map(({ text }) => text);
    expect(heads).toContain('urlstring required');
    expect(heads).toContain('columninteger may be missing');
    expect(heads).toContain('scoreinteger');
  });

  it('describes every schema', () => {
    for (const [name, { properties }] of Object.entries(document.components.schemas)) {
      const section = elements.find(({ attributes }) => attributes.get('id') === `schema-${name}`);
      expect(section?.text).toContain(properties ? `Fields of ${name}` : 'Type: ');
    }
  });

  it('escapes all strings of the document', () => {
    const evil = `</style></pre></code>"'><script>alert(1)</script><img src=x onerror=alert(1)>&amp;`;
    const hostile = appendToStrings(document, evil) as OpenApiDocument;
    const hostilePage = read(referencePage(hostile));
    expect(hostilePage.errors).toEqual([]);
    expect(hostilePage.named('script', 'img')).toEqual([]);
    expect(hostilePage.named('style')).toHaveLength(1);
    expect(hostilePage.values('onerror')).toEqual([]);
    expect(hostilePage.named('h1')[0]?.text).toContain(evil);
    expect(hostilePage.elements.length).toBeGreaterThan(elements.length / 2);
  });

  it('does not accept HTML from a lookalike object', () => {
    const value = { type: 'script', props: {}, key: null, ref: null, constructor: null };
    const [path, item] = Object.entries(document.paths)[0] ?? [];
    const get = item?.get;
    if (path === undefined || get === undefined) throw new Error('no operation');
    const schema = { type: 'object' } as const;
    const content = { 'application/json': { schema, examples: { x: { value } } } };
    const responses = { 200: { description: 'Good.', content } };
    const hostile = { ...document, paths: { [path]: { get: { ...get, responses } } } };
    expect(read(referencePage(hostile)).named('script')).toEqual([]);
  });
});

/** Appends a string to every string of the document that is only displayed. */
function appendToStrings(value: unknown, evil: string): unknown {
  if (typeof value === 'string') return value + evil;
  if (Array.isArray(value)) return value.map((item) => appendToStrings(item, evil));
  if (typeof value !== 'object' || value === null) return value;
  const kept = ['$ref', 'in', 'tags', 'type', 'format'];
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === 'tags' && Array.isArray(part) && typeof part[0] === 'object') {
        return [name, part.map((tag: object) => ({ ...tag, description: evil }))];
      }
      return [name, kept.includes(name) ? part : appendToStrings(part, evil)];
    }),
  );
}
