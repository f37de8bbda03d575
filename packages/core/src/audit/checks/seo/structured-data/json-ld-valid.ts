import {
  type JsonLdBlock,
  structuredDataOf,
} from '../../../structured-data/read-structured-data.ts';
import type { Check, Evidence } from '../../check.ts';
import { tagEvidence } from '../../evidence.ts';

interface Finding {
  readonly block: number;
  readonly what: string;
  readonly evidence: Evidence;
}

const listed = 25;

/**
 * Blocks of JSON-LD are JSON. What readers get over, such as a comment, is said as a warning; a block
 * with another fault says nothing to anybody.
 */
export const jsonLdValid: Check = {
  id: 'json-ld-valid',
  category: 'seo',
  importance: 'medium',
  title: 'JSON-LD is valid JSON',
  advice:
    'Mend the quoted places, or have the JSON written by a program instead of a template of text. Names and texts take straight double quotation marks, and no comma stands before a closing bracket.',
  source: 'https://support.google.com/webmasters/answer/9166415',
  run: ({ page }) => {
    const { blocks } = structuredDataOf(page);
    if (blocks.length === 0) return { status: 'na', summary: 'The page has no JSON-LD.' };
    const read = blocks.filter(({ reading }) => reading !== null && !reading.fault?.tooDeep);
    const faults = read.flatMap((block) => faultOf(block, blocks.indexOf(block) + 1));
    const oddities = read.flatMap((block) => odditiesOf(block, blocks.indexOf(block) + 1));
    const value = {
      blocks: blocks.length,
      unread: blocks.length - read.length,
      faults: faults.slice(0, listed).map(reportOf),
      tolerated: oddities.slice(0, listed).map(reportOf),
    };
    const evidence = [...faults, ...oddities].map((finding) => finding.evidence);
    const [fault] = faults;
    if (fault !== undefined) {
      return {
        status: faults.length === read.length ? 'fail' : 'warn',
        summary: `${faults.length} of ${blocks.length} blocks of JSON-LD cannot be read: ${fault.what} (line ${fault.evidence.line}).`,
        value,
        evidence,
        points: (read.length - faults.length) / read.length,
      };
    }
    const [oddity] = oddities;
    if (oddity !== undefined) {
      return {
        status: 'warn',
        summary: `The JSON-LD can be read, but it is not valid: it has ${oddity.what} (line ${oddity.evidence.line}).`,
        value,
        evidence,
      };
    }
    if (read.length === 0) {
      return { status: 'error', summary: 'The JSON-LD is too long or too deep to be read.', value };
    }
    const summary =
      read.length === 1
        ? 'The JSON-LD is valid.'
        : `All ${read.length} blocks of JSON-LD are valid.`;
    return { status: 'pass', summary, value };
  },
};

function faultOf({ reading, tagAt }: JsonLdBlock, block: number): readonly Finding[] {
  const { fault = null, root = null } = reading ?? {};
  if (fault !== null) {
    return [{ block, what: fault.reason, evidence: tagEvidence(tagAt(fault.offset)()) }];
  }
  if (root?.kind !== 'value') return [];
  const what = 'it is neither an object nor a list';
  return [{ block, what, evidence: tagEvidence(tagAt(root.offset)()) }];
}

function odditiesOf({ fact, reading, tagAt }: JsonLdBlock, block: number): readonly Finding[] {
  if (reading === null || reading.fault !== null) return [];
  if (reading.root === null) {
    return [{ block, what: 'a block with nothing in it', evidence: tagEvidence(fact) }];
  }
  return [...reading.tolerated].map(([what, offset]) => ({
    block,
    what,
    evidence: tagEvidence(tagAt(offset)()),
  }));
}

function reportOf({ block, what, evidence: { line = 0, column = 0 } }: Finding) {
  return { block, what, line, column };
}
