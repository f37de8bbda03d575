import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const adapter = join(import.meta.dirname, 'sitegrade-router.ts');

/** A host, as its developers write it. */
const host = `
import { type SitegradeRouter, sitegradeRouter } from '@sitegrade/adapter-express';
import { memoryStore } from '@sitegrade/store-memory';
import express, { type Request, type RequestHandler, Router } from 'express';

const login = (request: Request) => request.get('x-user');
const router: SitegradeRouter = sitegradeRouter({ store: memoryStore(), authenticate: login });
const handler: RequestHandler = router;
const app = express();
app.use(router);
app.use('/tools', router, handler);
app.use('/teams/:team', Router({ mergeParams: true }).use('/seo', router));
export const closed: Promise<void> = router.close(500);
// @ts-expect-error The owner id is a string.
sitegradeRouter({ store: memoryStore(), authenticate: () => 5 });
`;

/** A host as a module and in CommonJS, and one for a bundler. */
const { ModuleKind, ModuleResolutionKind } = ts;
const formats = {
  NodeNext: [ModuleKind.NodeNext, ModuleResolutionKind.NodeNext, ['host.mts', 'host.cts']],
  'a bundler': [ModuleKind.ESNext, ModuleResolutionKind.Bundler, ['host.ts']],
} as const;

describe.each([
  ['5', '@types/express', '@types/express-serve-static-core'],
  ['4', '@types/express-4', '@types/express-4/node_modules/@types/express-serve-static-core'],
])('with the types of Express %s', (_version, types, typesOfCore) => {
  it.each(Object.entries(formats))('hosts for %s compile', (_name, format) => {
    const [module, moduleResolution, files] = format;
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const hosts = files.map((file) => join(import.meta.dirname, file));
    const compilerOptions: ts.CompilerOptions = {
      ...options,
      module,
      moduleResolution,
      // In CommonJS, imports are compiled.
      verbatimModuleSyntax: false,
      paths: { express: [indexOf(types)] },
      // Types find those that they refer to beside themselves, not at the root.
      typeRoots: [],
      types: [],
    };
    const program = ts.createProgram(
      [...hosts, adapter, indexOf('@types/node')],
      compilerOptions,
      hostWith(hosts, compilerOptions),
    );
    const messages = [...hosts, adapter].flatMap((name) =>
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(name))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    );
    expect(messages).toEqual([]);
    const used = program.getSourceFiles().map(({ fileName }) => fileName);
    expect(used.filter((name) => /express[\w-]*\/index\.d\.ts$/.test(name)).sort()).toEqual(
      [types, typesOfCore].map(indexOf).sort(),
    );
  });
});

function indexOf(types: string): string {
  return join(root, 'node_modules', types, 'index.d.ts');
}

function hostWith(hosts: readonly string[], options: ts.CompilerOptions): ts.CompilerHost {
  const compilerHost = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = compilerHost;
  return {
    ...compilerHost,
    fileExists: (name) => hosts.includes(name) || fileExists(name),
    getSourceFile: (name, languageVersion) =>
      hosts.includes(name)
        ? ts.createSourceFile(name, host, languageVersion)
        : getSourceFile(name, languageVersion),
  };
}
