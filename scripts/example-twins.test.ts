import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// Each example has to read on its own, so both hold what a server needs besides its framework. What
// is mended in one has to be mended in the other.
const twins = [
  'client-error.ts',
  'first-key.ts',
  'follow-connections.ts',
  'keys.ts',
  'open-store.ts',
  'parse-keys-command.ts',
  'parse-keys-command.test.ts',
  'problem.ts',
  'run-keys-command.ts',
  'run-keys-command.test.ts',
  'settings.ts',
  'settings.test.ts',
  'stop-on-signal.ts',
];

it.each(twins)('%s is the same in both standalone servers', (name) => {
  const [fastify, express] = ['fastify', 'express'].map((framework) =>
    readFileSync(
      new URL(`../examples/standalone-${framework}/src/${name}`, import.meta.url),
      'utf8',
    ),
  );
  expect(express).toBe(fastify);
});

it('login.ts is the same in both examples of embedding', () => {
  const [fastify, express] = ['fastify', 'express'].map((framework) =>
    readFileSync(new URL(`../examples/embed-${framework}/src/login.ts`, import.meta.url), 'utf8'),
  );
  expect(express).toBe(fastify);
});
