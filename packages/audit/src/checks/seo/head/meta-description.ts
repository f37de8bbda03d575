import { descriptionOf, descriptionsOf } from '../../../readings/descriptions.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { shorten } from '../../../readings/language/language-tag.ts';
import { renderedOf } from '../../../readings/rendered-page.ts';
import { isStreamed } from '../../../readings/streamed-parts.ts';
import { tagsCutOff } from '../../../readings/tags-outside-head.ts';
import type { Check } from '../../check.ts';

/** The text that search results can show under the title. */
export const metaDescription: Check = {
  id: 'meta-description',
  category: 'seo',
  importance: 'medium',
  family: 'description',
  capsFamily: true,
  title: 'The page has a meta description',
  advice:
    'Add <meta name="description" content="…"> to the <head>: one or two sentences that say what this page offers.',
  why: 'Search results often quote this text below the title; if it is missing, search engines pick a passage of the page.',
  source: 'https://developer.chrome.com/docs/lighthouse/seo/meta-description',
  run: (facts) => {
    const { page } = facts;
    const found = descriptionOf(page);
    if (found) {
      return {
        status: 'pass',
        summary: `The meta description is “${shorten(found.text, 100)}”.`,
        value: found.text,
        evidence: [tagEvidence(found.tag)],
      };
    }
    const sent = renderedOf(facts)?.source.page ?? page;
    const streamed = descriptionsOf(sent).find(
      ({ tag, text }) => text !== '' && isStreamed(sent, tag),
    );
    // The check `meta-outside-head` reports where it is.
    if (streamed !== undefined) {
      return {
        status: 'pass',
        summary: `The meta description is “${shorten(streamed.text, 100)}”; React streams it into the <body>.`,
        value: streamed.text,
        evidence: [tagEvidence(streamed.tag)],
      };
    }
    const tags = descriptionsOf(page).map(({ tag }) => tag);
    const evidence = tags.slice(0, 1).map(tagEvidence);
    if (tags.some(({ inHead }) => inHead)) {
      return { status: 'fail', summary: 'The meta description is empty.', evidence };
    }
    if (tags.length > 0) {
      const breaking = tagsCutOff(page).some(({ tag }) => tag === tags[0])
        ? page.headBrokenBy
        : null;
      const why = breaking === null ? '' : ` Something on line ${breaking.line} ends it early.`;
      return {
        status: 'fail',
        summary: `The meta description is outside the <head>, where search engines ignore it.${why}`,
        evidence: [...(breaking === null ? [] : [tagEvidence(breaking)]), ...evidence],
      };
    }
    return { status: 'fail', summary: 'The page has no meta description.' };
  },
};
