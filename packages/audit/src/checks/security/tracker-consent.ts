import type { AuditFacts } from '../../audit-facts.ts';
import type { Outcome } from '../../outcome.ts';
import { addressesEurope } from '../../readings/european-audience.ts';
import { namesText, tagsEvidence, urlEvidence, withoutQuery } from '../../readings/evidence.ts';
import { loadedPageOf } from '../../readings/rendered-page.ts';
import {
  consentToolsOf,
  mentionsConsent,
  requestedTrackers,
  trackingOf,
} from '../../readings/trackers.ts';
import type { Check } from '../check.ts';

/**
 * Trackers do not run before visitors can agree. Only what is certain is reported: a tracker that the page
 * itself starts, on a page for visitors in Europe, without a consent tool, and without anything that could
 * be one. In a browser, it is one that was requested although no one agreed.
 *
 * @remarks Which scripts are trackers, and which pages are for visitors in Europe, is ours.
 */
export const trackerConsent: Check = {
  id: 'tracker-consent',
  category: 'security',
  importance: 'medium',
  family: 'consent',
  title: 'Trackers wait for the consent of visitors',
  advice:
    'Load the quoted scripts only after visitors have agreed, with a consent tool or your own banner. For Google’s scripts, set gtag("consent", "default", {…}) to denied before them.',
  why: 'In Europe, such tracking generally needs the consent of visitors first, and doing without it is a legal risk.',
  source:
    'https://www.edpb.europa.eu/our-work-tools/our-documents/guidelines/guidelines-22023-technical-scope-art-53-eprivacy-directive_en',
  run: (facts): Outcome => {
    const loaded = loadedPageOf(facts);
    if (loaded !== null) return asLoaded(facts, requestedTrackers(loaded.requests));
    const { trackers, managers } = trackingOf(facts);
    const names = [...new Set(trackers.map(({ name }) => name))];
    const [manager] = managers;
    if (names.length === 0) {
      const summary =
        manager === undefined
          ? 'The page starts no tracker that we know.'
          : `What ${manager.name} loads is not visible in the page.`;
      return { status: 'na', summary };
    }
    const tools = consentToolsOf(facts);
    const value = { trackers: names, consent_tools: tools };
    if (tools.length > 0) {
      const summary = `The page has a consent tool: ${namesText(tools)}. Whether it holds back ${namesText(names)} is not visible in the page.`;
      return { status: 'pass', summary, value };
    }
    if (!addressesEurope(facts)) {
      return {
        status: 'na',
        summary: 'Nothing on the page says that it is for visitors in the European Economic Area.',
        value,
      };
    }
    const certain = trackers.filter(({ conditional }) => !conditional);
    const mayWait = mentionsConsent(facts);
    if (mayWait || manager !== undefined || certain.length === 0) {
      const reason = mayWait
        ? 'scripts or elements of the page handle cookies or consent'
        : manager === undefined
          ? 'a script of the page may load it later'
          : `${manager.name} may load a consent tool`;
      return {
        status: 'na',
        summary: `Whether ${namesText(names)} ${names.length === 1 ? 'waits' : 'wait'} for consent is not visible: ${reason}.`,
        value,
      };
    }
    const certainNames = [...new Set(certain.map(({ name }) => name))];
    return {
      status: 'warn',
      summary: `${sentenceStart(namesText(certainNames))} ${certainNames.length === 1 ? 'loads' : 'load'} before any consent tool that we know.`,
      value,
      evidence: tagsEvidence(certain),
    };
  },
};

/** The outcome for what a browser requested, in which no one has agreed to anything. */
function asLoaded(
  facts: AuditFacts,
  requested: readonly { readonly name: string; readonly url: string }[],
): Outcome {
  if (requested.length === 0) {
    const isHeldBack = trackingOf(facts).trackers.length > 0;
    return isHeldBack
      ? { status: 'pass', summary: 'No tracker that we know is requested before visitors agree.' }
      : { status: 'na', summary: 'The page starts no tracker that we know.' };
  }
  const value = {
    trackers: requested.map(({ name }) => name),
    consent_tools: consentToolsOf(facts),
  };
  if (!addressesEurope(facts)) {
    return {
      status: 'na',
      summary: 'Nothing on the page says that it is for visitors in the European Economic Area.',
      value,
    };
  }
  const names = requested.map(({ name }) => name);
  if (value.consent_tools.length > 0 || mentionsConsent(facts)) {
    // Some tools ask only visitors of some countries, and some trackers can wait and store nothing.
    const summary = `The page handles consent, and requests ${namesText(names)} before visitors agree. Whether ${names.length === 1 ? 'it collects' : 'they collect'} anything is not visible: its cookies are another check.`;
    return { status: 'na', summary, value };
  }
  return {
    status: 'warn',
    summary: `${sentenceStart(namesText(names))} ${names.length === 1 ? 'is' : 'are'} requested before visitors can agree.`,
    value,
    evidence: requested.map(({ url }) => urlEvidence(withoutQuery(url))),
  };
}

function sentenceStart(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
