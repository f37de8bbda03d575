import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { isSitegradeError } from '@sitegrade/core';
import { quotedText } from '@sitegrade/core/internal';
import manifest from '../package.json' with { type: 'json' };
import { cutText, textOfPage } from './text-pages.ts';
import type { InputSchema, Tool, ToolCall } from './tool.ts';
import { toolInput } from './tool-input.ts';
import { analyze } from './tools/analyze.ts';
import { compare } from './tools/compare.ts';
import { crawlStart } from './tools/crawl-start.ts';
import { crawlStatus } from './tools/crawl-status.ts';
import { explain } from './tools/explain.ts';
import { list } from './tools/list.ts';
import type { Workspace } from './workspace.ts';

/** A server of the Model Context Protocol with all tools, for one connection or one request. */
export function createToolServer(workspace: Workspace): McpServer {
  const server = new McpServer(
    { name: 'sitegrade', title: 'sitegrade', version: manifest.version },
    { capabilities: { tools: {} }, maxToolInputElements: maxInputElements },
  );
  addTool(server, workspace, analyze);
  addTool(server, workspace, explain);
  addTool(server, workspace, crawlStart);
  addTool(server, workspace, crawlStatus);
  addTool(server, workspace, compare);
  addTool(server, workspace, list);
  return server;
}

/** More than a crawl may have patterns. */
const maxInputElements = 300;

function addTool<Input>(server: McpServer, workspace: Workspace, tool: Tool<Input>): void {
  const { name, description, inputSchema, isReadOnly, isOpenWorld, run } = tool;
  const schema = inputSchema({ hasFiles: workspace.readHtmlFile !== null });
  server.registerTool(
    name,
    {
      description,
      inputSchema: lenientSchema<Input>(schema),
      annotations: { readOnlyHint: isReadOnly, openWorldHint: isOpenWorld, destructiveHint: false },
    },
    async (input, { mcpReq }) => answerOf(run, { input, workspace, signal: mcpReq.signal }),
  );
}

/** A schema that models see as it is, and that also takes what {@link toolInput} can read. */
function lenientSchema<Input>(schema: InputSchema) {
  const { '~standard': standard } = fromJsonSchema<Input>({ ...schema });
  return {
    '~standard': {
      ...standard,
      validate: (input: unknown) => standard.validate(toolInput(schema, input)),
    },
  };
}

async function answerOf<Input>(run: Tool<Input>['run'], call: ToolCall<Input>) {
  try {
    return { content: [{ type: 'text' as const, text: textOfPage(await run(call)) }] };
  } catch (error) {
    call.signal.throwIfAborted();
    return { isError: true, content: [{ type: 'text' as const, text: errorText(error, call) }] };
  }
}

/** Characters of an error. */
const maxErrorLength = 2_000;

/** What a caller may know of an error. Others than our own are logged, and nothing of them is sent. */
function errorText(error: unknown, { workspace }: Pick<ToolCall<unknown>, 'workspace'>): string {
  if (!isSitegradeError(error) || error.code === 'internal') {
    workspace.logError(error);
    return 'internal: Something went wrong on our side.';
  }
  const { code, reason, message, issues = {} } = error;
  const fields = Object.entries(issues).flatMap(([field, found]) =>
    found.flatMap((issue) => (message.includes(issue) ? [] : `${field} ${issue}`)),
  );
  const name = reason === undefined ? code : `${code} (${reason})`;
  return `${name}: ${quotedText(cutText([message, ...fields].join(' '), maxErrorLength))}`;
}
