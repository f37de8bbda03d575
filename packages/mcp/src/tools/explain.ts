import { listChecks, listSiteRules, SitegradeError } from '@sitegrade/core';
import { quotedText } from '@sitegrade/core/internal';
import type { Tool } from '../tool.ts';

/** The input of `explain`. */
interface ExplainInput {
  readonly check: string;
}

/** The most checks that are suggested in place of an unknown one. */
const maxSuggestions = 10;

/** Explains a check of pages, or an issue across them. */
export const explain: Tool<ExplainInput> = {
  name: 'explain',
  description:
    'Explains a check or an issue across pages by its id, as it is in findings: what passes, why it matters, how to fix it, the public source of the rule, its limits.',
  inputSchema: () => ({
    type: 'object',
    properties: {
      check: { type: 'string', description: 'Its id: title-length, duplicate-titles.' },
    },
    required: ['check'],
    additionalProperties: false,
  }),
  isReadOnly: true,
  isOpenWorld: false,
  async run({ input: { check: id }, workspace }) {
    const { checks } = listChecks(workspace.context);
    const rules = await listSiteRules();
    const check = checks.find((other) => other.id === id);
    const rule = rules.find((other) => other.id === id);
    const found = check ?? rule;
    if (found === undefined)
      throw unknownCheck(
        id,
        [...checks, ...rules].map((other) => other.id),
      );
    const { category, importance, title, why, advice, source } = found;
    const cost = check === undefined ? 'across pages' : `costs up to ${check.weight} points`;
    const options = (check?.options ?? []).map(
      ({ name, value, unit, description }) => `${name}: ${value} ${unit}. ${description}`,
    );
    const head = [
      `# ${id}: ${title}`,
      `${category}, importance ${importance}, ${cost}`,
      ...(why === null || why === undefined ? [] : [`why: ${why}`]),
      `fix: ${advice}`,
      ...options,
      `source: ${source}`,
    ];
    return { head, blocks: [], page: 1 };
  },
};

function unknownCheck(id: string, known: readonly string[]): SitegradeError {
  const words = new Set(id.toLowerCase().split(/[^a-z0-9]+/));
  const similar = [...new Set(known)].filter((other) =>
    other.split('-').some((word) => words.has(word)),
  );
  const hint =
    similar.length === 0
      ? 'The tool list shows all: kind checks.'
      : `Similar: ${similar.slice(0, maxSuggestions).join(', ')}.`;
  return new SitegradeError(
    'not_found',
    `There is no check ${quotedText(id.slice(0, 100))}. ${hint}`,
  );
}
