import type { Outcome } from '../../../outcome.ts';
import { namesText } from '../../../readings/evidence.ts';
import { aiOptOuts } from '../../../readings/robots/ai-opt-outs.ts';
import { signalForAll } from '../../../readings/robots/content-signals.ts';
import type { Check } from '../../check.ts';

/** Places that are quoted. */
const listed = 25;

/**
 * What the page states about its use by AI services agrees with robots.txt. It lists the opt-outs.
 *
 * @remarks That other opt-outs of a page contradict ai-train=yes is our conclusion.
 */
export const aiOptOutsCheck: Check = {
  id: 'ai-opt-outs',
  category: 'seo',
  importance: 'info',
  title: 'AI opt-outs of the page agree with robots.txt',
  advice:
    'Decide whether AI companies may train models on the page. If so, remove noai and tdm-reservation; if not, write ai-train=no in the Content-Signal line of robots.txt.',
  why: 'Contradicting statements leave AI companies unsure whether they may use the page for training.',
  source: 'https://contentsignals.org/',
  run: (facts): Outcome => {
    const { robots } = facts;
    const found = aiOptOuts(facts);
    if (found.length === 0) {
      return { status: 'na', summary: 'The page has no AI opt-out, such as noai or noarchive.' };
    }
    const names = [...new Set(found.map(({ name }) => name))];
    const evidence = [...new Set(found.map((optOut) => optOut.evidence))].slice(0, listed);
    const allowsTraining =
      robots.kind === 'found' && signalForAll(robots.rules, 'ai-train') === true;
    const denied = names.find((name) => name === 'noai' || name === 'tdm-reservation');
    if (allowsTraining && denied !== undefined) {
      return {
        status: 'warn',
        summary: `The page has ${denied}, but robots.txt states ai-train=yes.`,
        value: names,
        evidence,
      };
    }
    const meanings = names.map((name) => `${name} (${meaningOf[name]})`);
    return {
      status: 'pass',
      summary: `The page has ${namesText(meanings)}.`,
      value: names,
      evidence,
    };
  },
};

/** What each opt-out asks for, and who documents that they follow it. */
const meaningOf: Readonly<Record<ReturnType<typeof aiOptOuts>[number]['name'], string>> = {
  noai: 'no use for AI, which no large AI company documents to follow',
  noimageai: 'no use of images for AI, which no large AI company documents to follow',
  noarchive: 'no AI answers of Bing, and no training by Microsoft and Amazon',
  nocache: 'only its title and snippet for AI answers of Bing',
  'tdm-reservation': 'rights reserved for text and data mining',
};
