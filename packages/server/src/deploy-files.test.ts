import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { serverCommands } from './server-commands.ts';
import { settings } from './settings.ts';

// Settings and flags that the files for operators name.

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
const variables = new Set(Object.values(settings).map(({ variable }) => variable));

it.each([
  ['Dockerfile', /^ENV (\w+)=/gm, 3],
  ['compose.yaml', /^ {6}([A-Z_]+): (?!sitegrade$|\$\{|--)/gm, 5],
  ['docs/deploy.md', /^Environment=(\w+)=/gm, 4],
])('%s sets settings that exist', (file, pattern, count) => {
  const names = [...read(file).matchAll(pattern)].map(([, name]) => name);
  expect(names).toHaveLength(count);
  expect(names.filter((name = '') => name !== 'NODE_ENV' && !variables.has(name))).toEqual([]);
});

describe.each(['docs/deploy.md', 'packages/server/README.md'])('%s', (file) => {
  it('names commands and flags that exist', () => {
    const find = (commands: readonly Command[], words: readonly string[]): Command | undefined => {
      const [first, ...rest] = words;
      const found = commands.find((command) => command.name() === first);
      if (found === undefined || found.commands.length === 0) return found;
      return find(found.commands, rest);
    };
    const lines = [...read(file).matchAll(/\bsitegrade(?:\.js)? ((?:[a-z]+ ?)+[^`\n]*)/g)]
      .map(([, line = '']) => line)
      .filter((line) => /^(?:serve|work|keys|owners|prune|backup|reconcile|migrate)\b/.test(line));
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      const command = find(serverCommands(), line.trim().split(/\s+/));
      expect(command, line).toBeDefined();
      const known = command?.options.map(({ long }) => long);
      for (const [flag] of line.matchAll(/--[a-z-]+/g)) expect(known, line).toContain(flag);
    }
  });

  it('names variables that exist', () => {
    const named = [...read(file).matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=[^`]*)?`/g)];
    const others = ['SITEGRADE_PG_BOSS_FAILED'];
    const unknown = named.map(([, name = '']) => name).filter((name) => !variables.has(name));
    expect(unknown.filter((name) => !others.includes(name))).toEqual([]);
  });
});
