import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { exportsOf, publishedWorkspaces, sourceFiles } from '../packages/module-graph.ts';
import { entryPointsOf } from '../packages/unused-exports.ts';
import { codeBlocks } from './code-blocks.ts';

const root = join(import.meta.dirname, '..');

/** Private workspaces that are part of a published one. */
const bundled = ['packages/audit', 'packages/foundation'];

/** Where the names in examples come from; those of the file itself come first. */
const entries = Object.fromEntries(entryPointsOf([...publishedWorkspaces(), ...bundled]));

/** What examples take for granted. */
const given: Readonly<Record<string, string>> = {
  Command: "import { Command } from 'commander';",
  express: "import express from 'express';",
  Fastify: "import Fastify from 'fastify';",
  createNetwork: "import { createNetwork } from './network.ts';",
  v: "import * as v from 'valibot';",
  context: "declare const context: import('@sitegrade/core').Context;",
  store: "declare const store: import('@sitegrade/core').Store;",
  hasImprint: "declare const hasImprint: import('@sitegrade/core/checks').Check;",
  signal: 'declare const signal: AbortSignal;',
  work: 'declare const work: () => Promise<void>;',
  incoming: "declare const incoming: import('node:http').IncomingMessage;",
  key: 'declare const key: string;',
  token: 'declare const token: string;',
  password: 'declare const password: string;',
  website: "declare const website: import('@sitegrade/core').Website;",
  options: 'declare const options: unknown;',
  register: 'declare const register: (...values: readonly unknown[]) => void;',
  myStore: "declare const myStore: (database: string) => import('@sitegrade/core').Store;",
  myQueue: "declare const myQueue: (options: object) => import('@sitegrade/core').Queue;",
  boss: "declare const boss: import('@sitegrade/queue-pg-boss').PgBoss;",
  emptyDatabase: 'declare const emptyDatabase: () => Promise<string>;',
};

const names = (file: string) => exportsOf(file).map((name) => name.replace('type ', ''));
const sources = Object.entries(entries).map(([from, file]) => ({ from, names: names(file) }));

/** The examples of a file as modules, by the name of a file beside it. */
function examplesIn(file: string): [name: string, text: string][] {
  const text = readFileSync(join(root, file), 'utf8').replace(/^ *\* ?/gm, '');
  return codeBlocks(text)
    .filter(({ language }) => language === 'ts')
    .map(({ code, line }) => [
      join(root, dirname(file), `line-${line}-of-${file.split('/').at(-1)}`),
      moduleOf(code, file),
    ]);
}

function moduleOf(code: string, file: string): string {
  const isUsed = (name: string) => new RegExp(`(?<![\\w$.])${name}(?![\\w$])`).test(code);
  const seen = new Set<string>();
  const exported = [
    ...readFileSync(join(root, file), 'utf8').matchAll(/^export (?:async )?function\*? (\w+)/gm),
  ];
  const lines = [
    { from: `./${file.split('/').at(-1)}`, names: exported.map(([, name = '']) => name) },
    ...sources,
  ].flatMap(({ from, names }) => {
    const used = names.filter((name) => isUsed(name) && !seen.has(name));
    for (const name of used) seen.add(name);
    return used.length === 0 ? [] : [`import { ${used.join(', ')} } from '${from}';`];
  });
  for (const [name, line] of Object.entries(given)) {
    if (isUsed(name) && !seen.has(name)) lines.push(line);
  }
  // In a function, where an example may declare the name of something that is imported.
  return `${lines.join('\n')}\nexport async function example() {\n${code}}\n`;
}

it('the examples of public functions compile', () => {
  const published = Object.values(entries).map((file) => file.split('/src/')[0]);
  const files = sourceFiles('packages').filter(
    (file) =>
      published.some((folder) => file.startsWith(`${folder}/src/`)) && !file.includes('.test.'),
  );
  const examples = new Map(files.flatMap(examplesIn));
  expect(examples.size).toBeGreaterThan(30);

  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const settings = { ...options, noEmit: true, noUnusedLocals: false, verbatimModuleSyntax: false };
  const host = ts.createCompilerHost(settings);
  const { readFile, fileExists, getSourceFile } = host;
  host.readFile = (name) => examples.get(name) ?? readFile(name);
  host.fileExists = (name) => examples.has(name) || fileExists(name);
  host.getSourceFile = (name, version, ...rest) => {
    const text = examples.get(name);
    return text === undefined
      ? getSourceFile(name, version, ...rest)
      : ts.createSourceFile(name, text, version);
  };
  const program = ts.createProgram([...examples.keys()], settings, host);
  const faults = [...examples.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  expect(faults).toEqual([]);
});
