import type { Evidence } from '../../../outcome.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { pointsOfShare } from '../../../readings/points-of-share.ts';
import {
  type JsonLdBlock,
  structuredDataOf,
} from '../../../readings/structured-data/read-structured-data.ts';
import type { Check } from '../../check.ts';

interface Finding {
  readonly block: number;
  readonly what: string;
  readonly evidence: Evidence;
}

const listed = 25;

/**
 * JSON-LD blocks are valid JSON. Faults that readers tolerate, such as comments, are a warning; readers
 * ignore a block with any other fault.
 */
export const jsonLdValid: Check = {
  id: 'json-ld-valid',
  category: 'seo',
  importance: 'medium',
  family: 'structured-data',
  title: 'JSON-LD is valid JSON',
  advice:
    'Fix the quoted places, or generate the JSON with a program instead of a text template. Names and strings need straight double quotes, and no comma may come before a closing bracket.',
  why: 'Search engines cannot read data with a syntax error, so its extras in results, such as prices or ratings, are lost.',
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
        summary: `${faults.length} of ${blocks.length} JSON-LD blocks cannot be read: ${fault.what} (line ${fault.evidence.line}).`,
        value,
        evidence,
        points: pointsOfShare(faults.length, read.length),
      };
    }
    const [oddity] = oddities;
    if (oddity !== undefined) {
      return {
        status: 'warn',
        summary: `The JSON-LD can be read, but is not valid: it has ${oddity.what} (line ${oddity.evidence.line}).`,
        value,
        evidence,
      };
    }
    if (read.length === 0) {
      return {
        status: 'error',
        summary: 'The JSON-LD is too large or too deeply nested to read.',
        value,
      };
    }
    const summary = `JSON-LD blocks with an error: 0 of ${read.length}.`;
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
    return [{ block, what: 'an empty block', evidence: tagEvidence(fact) }];
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
