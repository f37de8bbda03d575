import { expect, it } from 'vitest';
import type { ChatFinding } from './chat-message.ts';
import { fitFindings } from './fit-findings.ts';

const finding: ChatFinding = {
  title: 'title',
  importance: 'high importance',
  page: { text: 'page', url: 'a long URL' },
  line: null,
  quote: 'quote',
};

const render = ({ title, page, quote }: ChatFinding) =>
  [title, page.url ?? page.text, ...(quote ? [quote] : [])].join(' ');

const fit = (room: number, findings = [finding]) =>
  fitFindings(findings, room, render, ({ length }) => length);

it.each([
  [22, 'title a long URL quote'],
  [21, 'title page quote'],
  [15, 'title page'],
  [1, 'title page'],
])('renders a finding in room for %i characters', (room, text) => {
  expect(fit(room)).toEqual([text]);
});

it('omits the quote of a finding whose link fits without it', () => {
  const quote = 'a quote that is longer than the link';
  expect(fit(16, [{ ...finding, quote }])).toEqual(['title a long URL']);
});

it('gives each finding an equal part of the room', () => {
  const short = { ...finding, quote: null };
  expect(fit(40, [finding, short])).toEqual(['title page quote', 'title a long URL']);
});

it('renders no finding', () => {
  expect(fit(0, [])).toEqual([]);
});
