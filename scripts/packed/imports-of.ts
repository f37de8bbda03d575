import ts from 'typescript';

/**
 * The specifiers that a file of JavaScript or declarations imports, re-exports, requires or references.
 * The file is parsed: the compiler's `preProcessFile` fails on some regular expressions.
 */
export function importsOf(text: string): string[] {
  const file = ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest);
  const found = file.typeReferenceDirectives.map(({ fileName }) => fileName);
  const visit = (node: ts.Node): void => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier)) found.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return node.argument.literal;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (!ts.isCallExpression(node)) return undefined;
  const { kind } = node.expression;
  const requires = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return requires || kind === ts.SyntaxKind.ImportKeyword ? node.arguments[0] : undefined;
}
