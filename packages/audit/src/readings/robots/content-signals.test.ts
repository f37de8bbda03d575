import { expect, it } from 'vitest';
import { parseRobotsTxt } from '../../fetch/robots/robots-rules.ts';
import { contentSignalsOf, signalForAll } from './content-signals.ts';

const parse = (text: string) => parseRobotsTxt(Buffer.from(text));

it('belongs to the agents above it, up to the first rule', () => {
  const rules = parse(
    'User-agent: a\nUser-agent: b\nContent-Signal: search=no\nDisallow: /x\nContent-Signal: ai-train=no\nUser-agent: c\nContent-Signal: search=yes',
  );
  expect(
    contentSignalsOf(rules).statements.map(({ signal, isAllowed, agents }) => [
      signal,
      isAllowed,
      agents,
    ]),
  ).toEqual([
    ['search', false, ['a', 'b']],
    ['ai-train', false, ['a', 'b']],
    ['search', true, ['c']],
  ]);
});

it.each([
  ['User-agent: *\nContent-Signal: ai-input=no', false],
  ['Content-Signal: ai-input=yes', true],
  ['User-agent: GPTBot\nContent-Signal: ai-input=no', null],
  ['User-agent: *\nContent-Signal: ai-input=no, ai-input=yes', null],
  ['User-agent: *\nContent-Signal: search=no', null],
])('is for all crawlers in %j: %s', (text, expected) => {
  expect(signalForAll(parse(text), 'ai-input')).toBe(expected);
});

it('keeps few agents and signals of a hostile file', () => {
  const agents = Array.from({ length: 4_000 }, (_, at) => `User-agent: ${'a'.repeat(at % 90)}b\n`);
  const lines = 'Content-Signal: ai-train=yes, search=yes, ai-input=x, ai-train\n'.repeat(4_000);
  const { statements, faults } = contentSignalsOf(parse(agents.join('') + lines));
  expect(statements.length + faults.length).toBeLessThan(1_010);
  expect(statements[0]?.agents.length).toBeLessThanOrEqual(102);
});
