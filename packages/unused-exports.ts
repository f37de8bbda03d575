import { readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import ts from 'typescript';
import { readJson } from './module-graph.ts';

/** Where a name is declared: a file of the repository, and the name it is exported by. */
interface Origin {
  readonly file: string;
  readonly name: string;
}

/** What the search for unused exports knows of a file. */
interface Module {
  /** The names that it exports, and where those that it passes on come from. */
  readonly exports: ReadonlyMap<string, Origin | null>;
  /** What it imports, by the name it has here; `*` for all names of a file. */
  readonly imports: ReadonlyMap<string, Origin>;
  /** What it imports without naming it here: by `import()` or `import('…').Name`. */
  readonly others: readonly Origin[];
  /** The types that the signatures in each of its declarations name. */
  readonly signatures: ReadonlyMap<string, readonly string[]>;
}

/** The file of each entry point, such as `@sitegrade/core/http`, in the packages of some folders. */
type EntryPoints = ReadonlyMap<string, string>;

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The entry points that the `exports` of package.json name in each folder, such as `packages/core`. */
export function entryPointsOf(folders: readonly string[]): EntryPoints {
  const entries = new Map<string, string>();
  for (const folder of folders) {
    const { name, exports = {} } = readJson(`${folder}/package.json`) as {
      readonly name: string;
      readonly exports?: string | Readonly<Record<string, unknown>>;
    };
    for (const [path, target] of Object.entries(
      typeof exports === 'string' ? { '.': exports } : exports,
    )) {
      const source = sourceOf(target);
      if (source) entries.set(posix.join(name, path), posix.join(folder, source));
    }
  }
  return entries;
}

function sourceOf(target: unknown): string | undefined {
  if (typeof target === 'string') return /\.[jt]sx?$/.test(target) ? target : undefined;
  return (target as Readonly<Record<string, string>>)['@sitegrade/source'];
}

/**
 * The exports that nothing needs, as `file: name`. An export of a file is needed when another file imports it. One of
 * an entry point is needed when another package imports it there, when the code in a document names it, or, for a
 * type, when the signature of a function, method or class that is needed there names it.
 */
export function unusedExports(
  files: readonly string[],
  entries: EntryPoints,
  documents: readonly string[] = [],
  textOf: (file: string) => string = read,
): string[] {
  const modules = new Map(files.map((file) => [file, moduleOf(file, textOf(file), entries)]));
  const entryFiles = new Set(entries.values());
  const named = new Set(documents.flatMap(namesInCode));
  const used = new Set<string>();

  const use = (file: string, name: string): void => {
    const module = modules.get(file);
    if (!module) return;
    if (name === '*') {
      for (const each of module.exports.keys()) use(file, each);
      return;
    }
    const key = `${file}: ${name}`;
    if (used.has(key)) return;
    used.add(key);
    const origin = module.exports.get(name);
    if (origin) use(origin.file, origin.name);
    if (entryFiles.has(file)) useTypesOf(file, origin ?? { file, name }, new Set());
  };

  /** Where a name is declared, through all files that pass it on. */
  const declarationOf = (origin: Origin): Origin => {
    const next = modules.get(origin.file)?.exports.get(origin.name);
    return next ? declarationOf(next) : origin;
  };

  const useTypesOf = (entry: string, { file, name }: Origin, seen: Set<string>): void => {
    const key = `${file}: ${name}`;
    if (seen.has(key)) return;
    seen.add(key);
    for (const [passed, origin] of modules.get(entry)?.exports ?? []) {
      const declared = origin && declarationOf(origin);
      if (declared?.file === file && declared.name === name) use(entry, passed);
    }
    const module = modules.get(file);
    const origin = module?.exports.get(name);
    if (origin) useTypesOf(entry, origin, seen);
    for (const type of module?.signatures.get(name) ?? []) {
      useTypesOf(entry, module?.imports.get(type) ?? { file, name: type }, seen);
    }
  };

  for (const [file, module] of modules) {
    const passedOn = new Set(module.exports.values());
    const imports = [...module.imports.values()].filter((origin) => !passedOn.has(origin));
    for (const { file: from, name } of [...imports, ...module.others]) {
      if (!entryFiles.has(from) || packageOf(from) !== packageOf(file)) use(from, name);
    }
  }
  for (const file of entryFiles) {
    for (const name of modules.get(file)?.exports.keys() ?? []) {
      if (named.has(name)) use(file, name);
    }
  }
  return [...modules]
    .flatMap(([file, { exports }]) => [...exports.keys()].map((name) => `${file}: ${name}`))
    .filter((each) => !used.has(each))
    .sort();
}

/** The identifiers in the code blocks and code spans of a Markdown document. */
function namesInCode(document: string): string[] {
  const code = document.match(/```[\s\S]*?```|`[^`\n]+`/g) ?? [];
  return code.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []);
}

function packageOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

function moduleOf(file: string, text: string, entries: EntryPoints): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const exports = new Map<string, Origin | null>();
  const imports = new Map<string, Origin>();
  const others: Origin[] = [];
  const signatures = new Map<string, readonly string[]>();
  const fileOf = (node: ts.Node | undefined): string | undefined => {
    if (!node || !ts.isStringLiteralLike(node)) return undefined;
    return node.text.startsWith('.')
      ? posix.join(dirname(file), node.text)
      : entries.get(node.text);
  };

  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = fileOf(statement.moduleSpecifier);
      const bindings = statement.importClause?.namedBindings;
      if (!from || !bindings) continue;
      if (ts.isNamespaceImport(bindings))
        imports.set(bindings.name.text, { file: from, name: '*' });
      else {
        for (const { name, propertyName } of bindings.elements) {
          imports.set(name.text, { file: from, name: (propertyName ?? name).text });
        }
      }
    } else if (ts.isExportDeclaration(statement)) {
      const from = fileOf(statement.moduleSpecifier);
      if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) continue;
      for (const { name, propertyName } of statement.exportClause.elements) {
        const local = (propertyName ?? name).text;
        const passedOn = from === undefined ? imports.get(local) : { file: from, name: local };
        exports.set(name.text, passedOn ?? null);
      }
    } else {
      const exported = isExported(statement);
      for (const name of declaredBy(statement)) {
        if (exported) exports.set(name, null);
        signatures.set(name, typesInSignatures(statement));
      }
    }
  }

  const visit = (node: ts.Node): void => {
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const from = fileOf(node.argument.literal);
      const name = node.qualifier?.getText(source).split('.')[0] ?? '*';
      if (from) others.push({ file: from, name });
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const from = fileOf(node.arguments[0]);
      if (from) others.push(...namesTakenFrom(node).map((name) => ({ file: from, name })));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { exports, imports, others, signatures };
}

/** The names in `const { a, b } = await import('…')`; `*` for other uses of `import()`. */
function namesTakenFrom(call: ts.CallExpression): string[] {
  const awaited = ts.isAwaitExpression(call.parent) ? call.parent : undefined;
  const declaration = awaited?.parent;
  if (!declaration || !ts.isVariableDeclaration(declaration)) return ['*'];
  if (!ts.isObjectBindingPattern(declaration.name)) return ['*'];
  return declaration.name.elements.map(({ name, propertyName }) =>
    (propertyName ?? name).getText(),
  );
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function declaredBy(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : name.elements.map((element) => element.getText()),
    );
  }
  if (
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  ) {
    return statement.name ? [statement.name.text] : [];
  }
  return [];
}

/**
 * The types that the signatures of a declaration name: those of a function, of the methods of an interface or class,
 * and of what they extend or are a union of. Types of properties are not among them: `Report['checks']` names them.
 */
function typesInSignatures(statement: ts.Statement): string[] {
  const names = new Set<string>();
  const visit = (node: ts.Node, inSignature: boolean): void => {
    if (ts.isBlock(node)) return;
    if (
      ts.isPropertySignature(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isTypeLiteralNode(node)
    ) {
      ts.forEachChild(node, (child) => visit(child, false));
      return;
    }
    if (inSignature && ts.isTypeReferenceNode(node)) names.add(firstName(node.typeName));
    if (inSignature && ts.isExpressionWithTypeArguments(node)) names.add(node.expression.getText());
    const signature = ts.isFunctionLike(node) || ts.isHeritageClause(node);
    ts.forEachChild(node, (child) => visit(child, inSignature || signature));
  };
  visit(statement, ts.isTypeAliasDeclaration(statement));
  return [...names];
}

function firstName(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : firstName(name.left);
}
