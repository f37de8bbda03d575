import type { Outcome } from '../../../outcome.ts';
import { requestFailed } from '../../../probes/probe-verdicts.ts';
import {
  differencesOf,
  seenOf,
  userAgentsNotCompared,
} from '../../../probes/user-agent-differences.ts';
import { urlEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

/**
 * An AI assistant gets the page that a browser gets.
 *
 * @remarks That an assistant should get the page of a browser is ours.
 */
export const aiAssistantPage: Check<'min'> = {
  id: 'ai-assistant-page',
  category: 'seo',
  importance: 'info',
  title: 'AI assistants get the same page as browsers',
  advice:
    'Serve the same page to every user agent. If a firewall or a bot protection refuses ChatGPT-User, let it pass there, by the addresses that OpenAI publishes.',
  why: 'People who ask an AI assistant about the page get an answer from an error message or from a part of its text.',
  source: 'https://developers.openai.com/api/docs/bots',
  about: 'response',
  options: {
    min: {
      /** @remarks The limit of 50 percent of the words is ours. */
      default: 50,
      min: 0,
      max: 100,
      unit: 'percent',
      description: 'A smaller share of the words of the page for browsers is a warning.',
    },
  },
  run: ({ probes: { userAgents } }, { min }): Outcome => {
    if (userAgents === null) return userAgentsNotCompared;
    const { assistant, browser } = userAgents;
    if (browser.kind !== 'response') return requestFailed('The page', browser);
    if (assistant.kind !== 'response') {
      if (assistant.reason !== 'robots_txt') return requestFailed('The page', assistant);
      const summary = 'Not compared: robots.txt disallows the page for ChatGPT-User.';
      return { status: 'na', summary };
    }
    const value = { assistant: seenOf(assistant), browser: seenOf(browser) };
    const evidence = [urlEvidence(assistant.finalUrl)];
    if (browser.refusal !== null) {
      const summary = `Not compared: the server refuses a browser at our address, too (HTTP ${browser.status}).`;
      return { status: 'na', summary, value };
    }
    if (assistant.refusal !== null) {
      const by = assistant.refusal.by === null ? '' : ` by ${assistant.refusal.by}`;
      return {
        status: 'warn',
        summary: `A request with the user agent of ChatGPT was refused${by} (HTTP ${assistant.status}), one with that of a browser was not. ChatGPT itself may pass: firewalls can distinguish its addresses from ours.`,
        value,
        evidence,
      };
    }
    const [difference] = differencesOf(assistant, browser, ['ChatGPT', 'a browser'], min);
    if (difference === undefined) {
      const summary =
        'The page has the same status, title and robots directives for ChatGPT and a browser, and as much text.';
      return { status: 'pass', summary, value };
    }
    return { status: 'warn', summary: `${difference}.`, value, evidence };
  },
};
