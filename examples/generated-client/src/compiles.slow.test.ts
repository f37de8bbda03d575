import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ServerProcess } from '../../../scripts/server-process.ts';
import { startCommand } from '../../../scripts/start-command.ts';

const folder = join(import.meta.dirname, '..');
const generated = join(folder, 'src/generated/api.ts');

/** Correct calls, each with a wrong variant and the error of the compiler. */
const calls = [
  {
    mistake: 'a number that is not allowed',
    right: "await api.GET('/reports', { params: { query: { per_page: 25 } } });",
    wrong: "await api.GET('/reports', { params: { query: { per_page: 20 } } });",
    error: "Type '20' is not assignable",
  },
  {
    mistake: 'a parameter of reports on websites',
    right: "await api.GET('/reports', { params: { query: { result: 'bad' } } });",
    wrong: "await api.GET('/websites', { params: { query: { result: 'bad' } } });",
    error: "'result' does not exist in type",
  },
  {
    mistake: 'a parameter that is undefined',
    right: "await api.GET('/reports', { params: { query: { search: '' } } });",
    wrong: "await api.GET('/reports', { params: { query: { search: undefined } } });",
    error: "with 'exactOptionalPropertyTypes: true'",
  },
  {
    mistake: 'a body without a url',
    right: "await api.POST('/reports', { body: { url: 'example.com' } });",
    wrong: "await api.POST('/reports', { body: {} });",
    error: 'not assignable to type',
  },
  {
    mistake: 'a missing body',
    right: "await api.PATCH('/websites/{id}', { params: { path: { id: 7 } } });",
    wrong: "await api.POST('/reports');",
    error: 'Expected 2 arguments',
  },
  {
    mistake: 'an id that is a string',
    right: "await api.GET('/reports/{id}', { params: { path: { id: 42 } } });",
    wrong: "await api.GET('/reports/{id}', { params: { path: { id: '42' } } });",
    error: "Type 'string' is not assignable to type 'number'",
  },
  {
    mistake: 'a header of another operation',
    right: `await api.GET('/reports/{id}', {
      params: { path: { id: 42 }, header: { 'If-None-Match': '"tag"' } },
    });`,
    wrong: `await api.GET('/reports/{id}', {
      params: { path: { id: 42 }, header: { 'If-Match': '"tag"' } },
    });`,
    error: "'If-Match'' does not exist in type",
  },
  {
    mistake: 'an unknown path',
    right: "await api.GET('/websites');",
    wrong: "await api.GET('/pages', {});",
    error: `Argument of type '"/pages"' is not assignable`,
  },
  {
    mistake: 'a method that the path does not support',
    right: "await api.DELETE('/websites/{id}', { params: { path: { id: 7 } } });",
    wrong: "await api.DELETE('/websites', {});",
    error: `Argument of type '"/websites"' is not assignable`,
  },
  {
    mistake: 'a response that may be an error',
    right: "const { data } = await api.GET('/reports'); return data?.meta.total;",
    wrong: "const { data } = await api.GET('/reports'); return data.meta.total;",
    error: "'data' is possibly 'undefined'",
  },
  {
    mistake: 'an error that the operation does not return',
    right: "const { error } = await api.GET('/reports'); return error?.code === 'invalid_input';",
    wrong: "const { error } = await api.GET('/reports'); return error?.code === 'not_found';",
    error: 'have no overlap',
  },
  {
    mistake: 'a list with whole reports',
    right: "const { data } = await api.GET('/reports'); return data?.data[0]?.score;",
    wrong: "const { data } = await api.GET('/reports'); return data?.data[0]?.checks;",
    error: "Property 'checks' does not exist",
  },
  {
    mistake: 'a title that is never null',
    right: "return (report: Schemas['Report']): number => report.title?.length ?? 0;",
    wrong: "return (report: Schemas['Report']): number => report.title.length;",
    error: "'report.title' is possibly 'null'",
  },
  {
    mistake: 'a check that is never missing',
    right: "return (report: Schemas['Report']) => report.checks.https?.status;",
    wrong: "return (report: Schemas['Report']) => report.checks.https.status;",
    error: "'report.checks.https' is possibly 'undefined'",
  },
  {
    mistake: 'a crawl from elsewhere',
    right: "await api.POST('/crawls', { body: { url: 'example.com', source: 'links' } });",
    wrong: "await api.POST('/crawls', { body: { url: 'example.com', source: 'feed' } });",
    error: `Type '"feed"' is not assignable`,
  },
  {
    mistake: 'an unknown status',
    right: "return (check: Schemas['CheckResult']) => check.status === 'fail';",
    wrong: "return (check: Schemas['CheckResult']) => check.status === 'failed';",
    error: 'have no overlap',
  },
];

describe('a client generated from a server', () => {
  let server: ServerProcess;
  let data: string;
  let document: string;
  let errorsOf: (file: string) => readonly string[];
  let written: readonly string[];

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'sitegrade-test-'));
    server = startCommand(['serve'], { DATABASE_FILE: join(data, 'test.sqlite') });
    document = `${await server.listening}/api/v1/openapi.json`;
    await generate(document);
    ({ errorsOf, written } = compile());
  });

  afterAll(async () => {
    server.kill('SIGKILL');
    await server.exited;
    rmSync(data, { recursive: true, force: true });
  });

  it('names every schema and operation', async () => {
    const types = readFileSync(generated, 'utf8');
    const [, schemas = ''] = /^ {4}schemas: \{\n(.*?)^ {4}\};/ms.exec(types) ?? [];
    const [, operations = ''] = /^export interface operations \{\n(.*?)^\}/ms.exec(types) ?? [];
    const named = [
      ...[...schemas.matchAll(/^ {8}(\w+): /gm)].map(([, name]) => name),
      ...[...operations.matchAll(/^ {4}(\w+): /gm)].map(([, name]) => name),
    ];
    const { components, paths } = (await (await fetch(document)).json()) as {
      readonly components: { readonly schemas: object };
      readonly paths: Readonly<Record<string, Readonly<Record<string, { operationId?: string }>>>>;
    };
    const ids = Object.values(paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(named.toSorted()).toEqual([...Object.keys(components.schemas), ...ids].toSorted());
  });

  it('compiles strictly, with the code that uses it', () => {
    expect(written.map((file) => file.split('/').at(-1))).toEqual(
      expect.arrayContaining(['api.ts', 'create-api.ts', 'main.ts', 'examples.slow.test.ts']),
    );
    expect(written.flatMap((file) => errorsOf(file))).toEqual([]);
  });

  it.each(calls)('reports $mistake', ({ mistake, error }) => {
    expect(errorsOf(fileOf(mistake, 'right'))).toEqual([]);
    expect(errorsOf(fileOf(mistake, 'wrong'))).toEqual([expect.stringContaining(error)]);
  });
});

/** Runs the generator on the document of a server, like a developer. */
async function generate(url: string): Promise<void> {
  const args = ['exec', '--no', '--', 'openapi-typescript', url, '--output', generated];
  await promisify(execFile)('npm', args, { cwd: folder });
}

function fileOf(mistake: string, kind: 'right' | 'wrong'): string {
  return join(folder, 'src', `${mistake.replaceAll(' ', '-')}.${kind}.ts`);
}

/** Compiles this folder with its tsconfig.json, and every call as a file of it. */
function compile() {
  const config = ts.getParsedCommandLineOfConfigFile(join(folder, 'tsconfig.json'), undefined, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  });
  if (!config) throw new Error('There is no tsconfig.json.');
  const texts = new Map(
    calls.flatMap(({ mistake, right, wrong }) => [
      [fileOf(mistake, 'right'), textOf(right)],
      [fileOf(mistake, 'wrong'), textOf(wrong)],
    ]),
  );
  const host = ts.createCompilerHost(config.options);
  const program = ts.createProgram([...config.fileNames, ...texts.keys()], config.options, {
    ...host,
    fileExists: (file) => texts.has(file) || host.fileExists(file),
    getSourceFile: (file, version, ...rest) => {
      const text = texts.get(file);
      if (text === undefined) return host.getSourceFile(file, version, ...rest);
      return ts.createSourceFile(file, text, version);
    },
  });
  const errorsOf = (file: string) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  return { errorsOf, written: config.fileNames };
}

function textOf(call: string): string {
  return `import { createApi, type Schemas } from './create-api.ts';
export const api = createApi('http://127.0.0.1:3000/api/v1', 'key');
export type Seen = Schemas['Report'];
export async function example() {
  ${call}
}
`;
}
