import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from '@sitegrade/core';
import type { OpenPage } from './open-page.ts';
import type { PageWorld } from './page-world.ts';

/** The rules that need colours and boxes. What can be read from HTML is checked without axe-core. */
const rules = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
];

/** How many elements are returned of each rule. */
const maxElements = 20;

/** Runs rules of axe-core, unless the page has been stopped: they wait for timers. Our world must have the tools for pages. */
export async function runAxe(page: OpenPage, world: PageWorld): Promise<AxeResults | null> {
  if (page.isStopped()) return null;
  await world.run(await axeSource());
  return (await world.call(runRules, { rules, maxElements })) as AxeResults;
}

let source: Promise<string> | undefined;

function axeSource(): Promise<string> {
  source ??= readAxe();
  source.catch(() => {
    source = undefined;
  });
  return source;
}

/**
 * The source of axe-core.
 *
 * @param readFileOf - Reads a file of a package. Another one than the default is for tests.
 */
export async function readAxe(readFileOf = readPackageFile): Promise<string> {
  try {
    return await readFileOf('axe-core/axe.min.js');
  } catch {
    // Next.js, Nitro and others copy only what is imported. The package knows its source too, but to load it takes 80 ms
    // and 16 MB.
    const { default: axe } = await import('axe-core');
    return axe.source;
  }
}

function readPackageFile(path: string): Promise<string> {
  // CommonJS has no `import.meta`, and ES modules have no `__filename`.
  const from = typeof __filename === 'string' ? __filename : import.meta.url;
  return readFile(createRequire(from).resolve(path), 'utf8');
}

const runRules = `async function ({ rules, maxElements }) {
  const { describe } = sitegradeTools;
  const found = await axe.run(document, {
    runOnly: { type: 'rule', values: rules },
    resultTypes: ['violations', 'incomplete'],
    elementRef: true,
    selectors: false,
    ancestry: false,
    iframes: false,
    preload: false,
  });
  const dataOf = ({ any, all, none }) => {
    const data = {};
    for (const check of [...any, ...all, ...none]) {
      if (typeof check.data !== 'object' || check.data === null) continue;
      for (const [name, value] of Object.entries(check.data)) {
        const isKept = typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
        if (isKept && !Object.hasOwn(data, name) && Object.keys(data).length < 20)
          data[name] = typeof value === 'string' ? value.slice(0, 100).toWellFormed() : value;
      }
    }
    return data;
  };
  return {
    version: axe.version,
    violations: found.violations.map(({ id, nodes }) => ({
      id,
      count: nodes.length,
      elements: nodes.slice(0, maxElements).map((node) => ({ ...describe(node.element), data: dataOf(node) })),
    })),
    passes: found.passes
      .map(({ id }) => id)
      .filter((id) => !found.violations.some((violated) => violated.id === id)),
    incomplete: found.incomplete.map(({ id, nodes }) => ({ id, count: nodes.length })),
  };
}`;
