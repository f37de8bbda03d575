import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix, relative } from 'node:path';
import ts from 'typescript';

/** One import of a source file. */
export interface Import {
  /** The file that imports, relative to the repository. */
  readonly from: string;
  /** As written. */
  readonly specifier: string;
  /** The imported file, relative to the repository; `null` for a published package. */
  readonly file: string | null;
  /** Whether nothing of it is left at run time. */
  readonly typeOnly: boolean;
  /** Whether it is loaded later, by `import()`. */
  readonly dynamic?: boolean;
}

const root = join(import.meta.dirname, '..');

/** Private workspaces are part of the packages that use them, so imports of them are imports of files. */
const privateEntries = new Map(
  readdirSync(join(root, 'packages')).flatMap((name) => entriesOf(`packages/${name}`)),
);

/** The repository's TypeScript and JavaScript sources below a folder, tests included. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.d)\.[jt]sx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))
    .sort();
}

/** The folders of all workspaces, such as `packages/core`. */
export function workspaces(): string[] {
  return ['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => existsSync(join(root, folder, name, 'package.json')))
      .map((name) => `${folder}/${name}`)
      .sort(),
  );
}

/** The workspaces that are published. */
export function publishedWorkspaces(): string[] {
  return workspaces().filter(
    (folder) => (readJson(`${folder}/package.json`) as { private?: boolean }).private !== true,
  );
}

/** A JSON file of the repository. */
export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}

/** Everything that a file imports, re-exports or loads dynamically. */
export function importsOf(file: string): Import[] {
  const imports: Import[] = [];
  const add = (node: ts.Expression | undefined, typeOnly: boolean, dynamic = false) => {
    if (!node || !ts.isStringLiteralLike(node)) return;
    const specifier = node.text;
    imports.push({ from: file, specifier, file: resolve(file, specifier), typeOnly, dynamic });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false, true);
    }
    if (hasDynamic) ts.forEachChild(node, visit);
  };
  const source = parse(file);
  // Other imports are statements of the file: most files need no look into their functions.
  const hasDynamic = /\bimport\s*\(/.test(source.text);
  for (const statement of source.statements) visit(statement);
  return imports;
}

/** The names that an entry point exports, sorted; types are marked. */
export function exportsOf(file: string): string[] {
  const names: string[] = [];
  for (const statement of parse(file).statements) {
    if (!ts.isExportDeclaration(statement)) continue;
    if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) names.push('*');
    else {
      for (const { name, isTypeOnly } of statement.exportClause.elements) {
        names.push(statement.isTypeOnly || isTypeOnly ? `type ${name.text}` : name.text);
      }
    }
  }
  return names.sort();
}

/** The package that a bare specifier names; `null` for what Node has built in. */
export function packageOf(specifier: string): string | null {
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) return null;
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** The files of a cycle among the imports, first file repeated last; `null` without one. */
export function findCycle(imports: readonly Import[]): string[] | null {
  const edges = group(imports);
  const done = new Set<string>();
  const walk = (file: string, path: readonly string[]): string[] | null => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return null;
    for (const edge of edges.get(file) ?? []) {
      const cycle = edge.file === null ? null : walk(edge.file, [...path, file]);
      if (cycle) return cycle;
    }
    done.add(file);
    return null;
  };
  for (const file of edges.keys()) {
    const cycle = walk(file, []);
    if (cycle) return cycle;
  }
  return null;
}

/**
 * The packages, or entry points of them, that are loaded together with a file, sorted: those that it, or what it
 * imports, needs at run time and does not load later by `import()`. Files written in JSX need preact.
 */
export function packagesLoadedWith(entry: string, imports: readonly Import[]): string[] {
  const edges = group(imports.filter(({ typeOnly, dynamic }) => !typeOnly && !dynamic));
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const from of files) {
    if (from.endsWith('x')) packages.add('preact');
    for (const { file, specifier } of edges.get(from) ?? []) {
      if (file !== null) files.add(file);
      else if (packageOf(specifier) !== null) packages.add(specifier);
    }
  }
  return [...packages].sort();
}

function group(imports: readonly Import[]): Map<string, Import[]> {
  const groups = new Map<string, Import[]>();
  for (const imported of imports)
    groups.set(imported.from, [...(groups.get(imported.from) ?? []), imported]);
  return groups;
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(dirname(from), specifier);
  return privateEntries.get(specifier) ?? null;
}

/** The entry points of a private workspace with their sources. */
function entriesOf(folder: string): (readonly [string, string])[] {
  const file = `${folder}/package.json`;
  if (!existsSync(join(root, file))) return [];
  const manifest = readJson(file) as {
    readonly name: string;
    readonly private?: boolean;
    readonly exports?: Readonly<Record<string, string>>;
  };
  if (manifest.private !== true) return [];
  return Object.entries(manifest.exports ?? {}).map(([entry, source]) => [
    posix.join(manifest.name, entry),
    posix.join(folder, source),
  ]);
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const bindings = clause.namedBindings;
  return (
    !clause.name &&
    bindings !== undefined &&
    ts.isNamedImports(bindings) &&
    bindings.elements.every((element) => element.isTypeOnly)
  );
}

function parse(file: string): ts.SourceFile {
  const text = readFileSync(join(root, file), 'utf8');
  const jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  return ts.createSourceFile(file, text, {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode,
  });
}
