import type { Mutant } from '../mutant.ts';
import { inFile } from './in-file.ts';

const core = 'packages/core/src/';
const page = `${core}audit/page/`;
const slots = 'analysis-slots';

/** What keeps one caller or one page from taking the whole server. */
export const hostMutants: readonly Mutant[] = [
  ...inFile(`${core}analysis-slots.ts`, core, [
    [
      'analyses: so many of one owner',
      'if (own >= limits.perOwner) {',
      'if (own < 0) {',
      slots,
      'too many under way',
    ],
    [
      'analyses: so many wait',
      'if (running >= limits.total && queue.length >= limits.waiting) {',
      'if (running < 0) {',
      slots,
      'refuses what is beyond',
    ],
    [
      'analyses: so many at once',
      'if (running < limits.total) {',
      'if (running >= 0) {',
      slots,
      'wait for its turn',
    ],
    [
      'analyses: none once closed',
      "if (closed) throw refusal('overloaded', 'The server is about to stop.');",
      '',
      slots,
      'takes nothing new',
    ],
    [
      'analyses: a place is given back, whatever came of it',
      '    } finally {\n      freeSlot();\n    }',
      '    } finally {\n    }',
      slots,
      'in order',
    ],
    [
      'analyses: an owner gets the place back',
      '        leave(ownerId);\n',
      '',
      slots,
      'the place back|too many under way',
    ],
    [
      'analyses: who goes away leaves the queue',
      'queue.splice(queue.indexOf(start), 1);',
      '',
      slots,
      'place in the queue',
    ],
    [
      'analyses: work is told that its client is gone',
      "for (const source of sources) source.addEventListener('abort', abort);",
      '',
      slots,
      'goes away',
    ],
    [
      'analyses: none for a client who has gone already',
      'if (sources.some(({ aborted }) => aborted)) abort();',
      '',
      slots,
      'gone already',
    ],
    [
      'analyses: closing waits for what is under way',
      'await Promise.allSettled(underWay);',
      '',
      slots,
      'closes once|within the grace',
    ],
    [
      'analyses: closing loses patience',
      "closing.abort(refusal('overloaded', 'The server stopped before the analysis was done.'));",
      '',
      slots,
      'grace',
    ],
  ]),
  ...inFile(`${page}turns.ts`, page, [
    [
      'turns: one reader per round of the event loop',
      '  current.start();\n',
      '  current.start();\n  for (let more = takeNext(); more; more = takeNext()) more.start();\n',
      'turns',
      'one reader',
    ],
    [
      'turns: the event loop gets its own in between',
      '  setImmediate(beginSlice);\n  setImmediate(endSlice);',
      '  queueMicrotask(beginSlice);\n  queueMicrotask(endSlice);',
      'turns',
      'read in slices',
    ],
    [
      'turns: owners in turn',
      'owners.get(cpu.ownerId) ?? new Map',
      "owners.get('') ?? new Map",
      'turns',
      'owners in turn',
    ],
    [
      'turns: of an owner the analyses in turn',
      '  analyses.delete(cpu);\n  if (slices.length > 0)',
      '  if (slices.length === 0) analyses.delete(cpu);\n  if (slices.length > 0)',
      'turns',
      'analyses in turn',
    ],
    ['turns: work is charged', 'cpu?.charge(worked());', '', 'turns', 'no work'],
    [
      'turns: they are over some time',
      'performance.now() - startedAt >= budgetMs',
      'false',
      'turns',
      'is over',
    ],
  ]),
  ...inFile(`${page}turns.ts`, `${core}audit/`, [
    [
      'turns: nobody reads on for a client who is gone',
      'signal?.throwIfAborted();',
      '',
      'abandoned-pages',
      'goes away',
    ],
  ]),
  ...inFile(`${page}read-page.ts`, page, [
    [
      'page: read in turns',
      '    if (turns.isOver()) await turns.next();\n  }',
      '  }',
      'turns',
      'read in turns',
    ],
  ]),
  ...inFile(`${page}read-text.ts`, page, [
    [
      'page: lines are counted in turns',
      'return counted && tokens.readOn(characters);',
      'return tokens.readOn(characters);',
      'hostile-pages',
      'small pieces',
    ],
  ]),
  ...inFile(`${page}facts/visible-text.ts`, page, [
    [
      'page: few texts are gathered at once',
      'gathering.length >= gatheringLimit || ',
      '',
      'hostile-pages',
      'F02|very many elements',
    ],
    [
      'page: texts in one another are kept a few times',
      ' || kept > passagesLimit',
      '',
      'hostile-pages',
      'kept a few times',
    ],
  ]),
  ...inFile(`${page}facts/passages.ts`, page, [
    [
      'page: a name is found once',
      'named.name ??= findName(named);',
      'named.name = findName(named);',
      'hostile-pages',
      'looked at once',
    ],
  ]),
  ...inFile(`${page}facts/collect-facts.ts`, page, [
    [
      'page: few elements are kept as names',
      ' && collected.labels.size < labelLimit',
      '',
      'hostile-pages',
      'two thousand',
    ],
  ]),
  ...inFile(`${page}facts/global-facts.ts`, page, [
    [
      'page: few ids are kept',
      'ids.size >= idLimit',
      'ids.size >= 1e12',
      'hostile-pages',
      'of very many',
    ],
    [
      'page: few properties of an item are kept',
      'item.properties.length >= propertyLimit',
      'item.properties.length >= 1e12',
      'hostile-pages',
      'of very many',
    ],
  ]),
  ...inFile(`${page}facts/fact-budget.ts`, page, [
    [
      'page: all facts share a budget',
      'if (beyond > left) return false;',
      '',
      'facts/fact-budget',
      'for all lists together',
    ],
    [
      'page: each list has room of its own',
      'const ownCharacters = 50_000;',
      'const ownCharacters = 0;',
      'facts/fact-budget',
      'leaves each list some room',
    ],
  ]),
  ...inFile(`${page}facts/raw-text.ts`, page, [
    [
      'page: few blocks of JSON-LD',
      'collected.jsonLd.length >= jsonLdLimit.blocks',
      'collected.jsonLd.length < 0',
      'element-facts',
    ],
  ]),
  ...inFile(`${page}tokens/scan-tag.ts`, page, [
    [
      'page: a tag name is read in turns',
      'if (at >= target || at >= text.length) {',
      'if (at >= text.length) {',
      'hostile-pages',
      'small pieces',
    ],
  ]),
];
