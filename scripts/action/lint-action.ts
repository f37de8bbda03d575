import { join } from 'node:path';
import type { parseAction } from '@actions/workflow-parser/actions/action-parser';
import type { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer';
import { buildSync } from 'esbuild';

/** What the tests use of the parser. */
interface Parser {
  readonly parseAction: typeof parseAction;
  readonly NoOperationTraceWriter: typeof NoOperationTraceWriter;
}

const exported = `
export { parseAction } from '@actions/workflow-parser/actions/action-parser';
export { NoOperationTraceWriter } from '@actions/workflow-parser/templates/trace-writer';
`;

/** Loads GitHub's own parser. It imports JSON as bundlers do, and Node does not. */
async function loadParser(): Promise<Parser> {
  const { outputFiles } = buildSync({
    stdin: { contents: exported, resolveDir: join(import.meta.dirname, '../..') },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    // A package in it requires modules of Node.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(process.cwd() + '/');",
    },
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`);
}

/** What is wrong with the text of an `action.yml`. */
export async function lintAction(content: string): Promise<readonly string[]> {
  const { parseAction: parse, NoOperationTraceWriter: Trace } = await loadParser();
  const { context } = parse({ name: 'action.yml', content }, new Trace());
  return context.errors.getErrors().map(({ message }) => message);
}
