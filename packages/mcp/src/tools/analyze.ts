import {
  analyzeHtml,
  createReport,
  getReport,
  type PageAnalysis,
  SitegradeError,
} from '@sitegrade/core';
import { agentFindings, agentScore, quotedText, quotesAreData } from '@sitegrade/core/internal';
import type { PagedText } from '../text-pages.ts';
import { type PagedInput, pageProperty, type Tool, type ToolCall } from '../tool.ts';

/** The input of `analyze`. */
interface AnalyzeInput extends PagedInput {
  readonly url?: string;
  readonly html?: string;
  readonly path?: string;
  readonly report?: number;
}

/** Bytes of HTML that a caller may send, or name a file of. */
export const maxHtmlBytes = 2_000_000;

/** Checks one page, and returns what to fix. */
export const analyze: Tool<AnalyzeInput> = {
  name: 'analyze',
  description:
    'Checks one web page for SEO, accessibility, performance and security. Returns its score and each finding with line:column, a quote and the fix, the most valuable first. Use it before and after editing a page. HTML and files are checked without requests: headers, links to other pages and robots.txt are not. A URL is requested, and its report is kept under an id.',
  inputSchema: ({ hasFiles }) => ({
    type: 'object',
    properties: {
      url: {
        type: 'string',
        description: `The page to request; with html${hasFiles ? ' or path' : ''}, where it will be published.`,
      },
      html: { type: 'string', description: 'HTML to check, up to 2 MB.' },
      ...(hasFiles && {
        path: {
          type: 'string',
          description: 'An .html file to check, below the working directory.',
        },
      }),
      report: { type: 'integer', description: 'Id of a report to read again, instead.' },
      page: pageProperty,
    },
    additionalProperties: false,
  }),
  isReadOnly: false,
  isOpenWorld: true,
  async run(call) {
    const { html, path, report, page = 1 } = call.input;
    const given = [html, path, report].filter((value) => value !== undefined);
    if (given.length > 1 || (report !== undefined && call.input.url !== undefined)) {
      throw wrongInput('Give one of html, path and report; url may go with html and path.');
    }
    if (report !== undefined) {
      const { workspace } = call;
      return textOf(
        await getReport(workspace.context, workspace.ownerId, report),
        { id: report },
        page,
      );
    }
    if (path !== undefined) return textOf(await analyzeFile(call, path), { file: path }, page);
    if (html !== undefined) return textOf(await analyzeText(call, html), {}, page);
    return analyzeUrl(call, page);
  },
};

async function analyzeUrl(
  { input: { url }, workspace, signal }: ToolCall<AnalyzeInput>,
  page: number,
): Promise<PagedText> {
  if (url === undefined) {
    const names = workspace.readHtmlFile === null ? 'url or html' : 'url, html or path';
    throw wrongInput(`Give ${names}.`);
  }
  const { ownerId } = workspace;
  const created = await createReport(workspace.contextFor(url), ownerId, { url }, { signal });
  await workspace.keepReport(created.id);
  return textOf(created, { id: created.id }, page);
}

async function analyzeFile(call: ToolCall<AnalyzeInput>, path: string): Promise<PageAnalysis> {
  const { readHtmlFile } = call.workspace;
  if (readHtmlFile === null)
    throw wrongInput('Files cannot be read here. Send their text as html.');
  return analyzeText(call, await readHtmlFile(path));
}

function analyzeText(
  { input: { url }, workspace, signal }: ToolCall<AnalyzeInput>,
  html: string,
): Promise<PageAnalysis> {
  if (Buffer.byteLength(html) > maxHtmlBytes) {
    throw new SitegradeError('page_too_large', 'The HTML must be at most 2 MB.');
  }
  const { context, ownerId } = workspace;
  return analyzeHtml(context, ownerId, { html, ...(url !== undefined && { url }) }, { signal });
}

/** What was analysed: a report with an id, a file, or the HTML of a call. */
interface Source {
  readonly id?: number;
  readonly file?: string;
}

/** The host of pages that do not say where they are: see `analyzeHtml`. */
const unknownHost = 'page.invalid';

function textOf(analysis: PageAnalysis, { id, file }: Source, page: number): PagedText {
  const { page: facts, partialReasons } = analysis;
  const findings = agentFindings(analysis);
  const { finalUrl } = analysis;
  const name = new URL(finalUrl).host === unknownHost ? 'the given HTML' : finalUrl;
  const about =
    id === undefined
      ? 'Only the HTML was checked: headers, robots.txt and what it links to were not.'
      : `Report ${id}. “at” is line:column in the HTML that the server sends.`;
  return {
    head: [
      quotesAreData,
      about,
      ...agentScore(analysis, file ?? name),
      ...[...partialReasons, ...facts.notes].map(quotedText),
    ],
    blocks: findings.length === 0 ? [['Nothing to fix.']] : findings,
    page,
  };
}

function wrongInput(message: string): SitegradeError {
  return new SitegradeError('invalid_input', message);
}
