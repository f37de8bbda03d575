import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryStore } from '@sitegrade/store-memory';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { serverCommands } from './server-commands.ts';
import { readSettings, type SettingName, settings } from './settings.ts';
import { workSettings } from './work.ts';

// Settings and flags that the files for operators name.

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
const variables = new Set(Object.values(settings).map(({ variable }) => variable));

it.each([
  ['Dockerfile', /^ENV (\w+)=/gm, 3],
  ['compose.yaml', /^ {6}([A-Z_]+): (?!sitegrade$|\$\{|--)/gm, 5],
  ['docs/deploy.md', /^Environment=(\w+)=/gm, 6],
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
    const lines = [...read(file).matchAll(/\bsitegrade(?:\.js)? ((?:[a-z]+ ?)+[^`'\n]*)/g)]
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
    const others = ['SITEGRADE_PG_BOSS_FAILED', 'NODE_EXTRA_CA_CERTS'];
    const unknown = named.map(([, name = '']) => name).filter((name) => !variables.has(name));
    expect(unknown.filter((name) => !others.includes(name))).toEqual([]);
  });
});

describe('the example with every setting in docs/deploy.md', () => {
  const [, section = ''] = /^## Every setting\n([\s\S]*?)\n## /m.exec(read('docs/deploy.md')) ?? [];
  const files = [...section.matchAll(/^```ini\n# (\S+),[^\n]*\n([\s\S]*?)^```$/gm)].map(
    ([, file = '', text = '']) => ({
      file,
      lines: [...text.matchAll(/^(#?)([A-Z_]+)=(.*)$/gm)].map(
        ([, hash, variable = '', value = '']) => ({ isSet: hash === '', variable, value }),
      ),
    }),
  );
  const lines = files.flatMap((file) => file.lines);
  const names = Object.keys(settings) as SettingName[];
  const nameOf = (variable: string) => names.find((name) => settings[name].variable === variable);

  it('has every setting', () => {
    expect(files.map(({ file }) => file.replace(/^.*\//, ''))).toEqual([
      ...['sitegrade.env', 'serve.env', 'work.env'],
    ]);
    expect([...new Set(lines.map(({ variable }) => variable))].sort()).toEqual(
      [...variables].sort(),
    );
  });

  it('starts as it is: what names a file or opens a network is commented out', () => {
    const active = lines.filter(({ isSet }) => isSet).map(({ variable }) => variable);
    expect([...new Set(active)].sort()).toEqual([
      ...['DATABASE_URL', 'METRICS_HOST', 'METRICS_PORT', 'PUBLIC_URL', 'TRUST_PROXY', 'WORKER'],
    ]);
  });

  it('has values that are allowed, and the default where a setting is not set', () => {
    for (const { isSet, variable, value } of lines) {
      const name = nameOf(variable) ?? 'port';
      const { fallback } = settings[name] as { readonly fallback?: string };
      if (!isSet && fallback !== undefined) expect(value, variable).toBe(fallback);
      // Files that the example names are not there.
      if (name === 'logo' || name === 'logoDark') continue;
      const environment = { DATABASE_URL: 'postgres://localhost/a', [variable]: value };
      expect(
        readSettings([...new Set(['database', name] as const)], {}, environment),
        variable,
      ).toHaveProperty(name);
    }
  });

  it('has in the file of all machines what should be the same everywhere', () => {
    const common = files[0]?.lines.map(({ variable }) => variable);
    const same = names.filter((name) => settings[name].what.includes('The same in all processes.'));
    expect(common).toEqual(expect.arrayContaining(same.map((name) => settings[name].variable)));
    const ofWork = new Set<string>(workSettings.map((name) => settings[name].variable));
    expect(common?.filter((variable) => !ofWork.has(variable))).toEqual([]);
  });
});

describe('docs/alerts.yml', () => {
  const text = read('docs/alerts.yml');
  const rules = text
    .split(/^ {6}- /m)
    .slice(1)
    .map(
      (rule) =>
        new Map([...rule.matchAll(/^ *(\w+): (.+)$/gm)].map(([, key, value]) => [key, value])),
    );

  it('names only metrics that exist, with labels that they have', async () => {
    const metrics = createMetrics();
    metrics.watchStore({
      ...memoryStore(),
      stats: () => ({
        refusedWrites: { busy: 0, readOnly: 0 },
        connections: { waiting: 0, waitedMs: 0 },
      }),
    });
    metrics.onOperation({ type: 'processes.seen', servers: 0, workers: 0 });
    const exposed = await metrics.read();
    expect(rules.length).toBeGreaterThan(10);
    for (const rule of rules) {
      const expression = rule.get('expr') ?? '';
      const used = [...expression.matchAll(/\b((?:sitegrade|nodejs)_\w+)(?:\{([^}]*)\})?/g)];
      if (!expression.startsWith('up{')) expect(used.length, expression).toBeGreaterThan(0);
      for (const [, name = '', selector = ''] of used) {
        expect(exposed, name).toMatch(new RegExp(`^${name}[ {]`, 'm'));
        for (const [, label = '', value = ''] of selector.matchAll(/(\w+)!?=~?"([^"]*)"/g)) {
          // Prometheus adds this label.
          if (label === 'job') continue;
          expect(exposed).toMatch(new RegExp(`^${name}\\{[^}]*${label}="${value}"`, 'm'));
        }
      }
    }
  });

  it('has for each rule what Prometheus needs, each name once, and no secret or tab', () => {
    const names = rules.map((rule) => rule.get('alert'));
    expect(new Set(names).size).toBe(rules.length);
    for (const rule of rules) {
      expect(rule.get('alert')).toMatch(/^Sitegrade[A-Z]\w+$/);
      expect(rule.get('severity')).toMatch(/^(?:critical|warning)$/);
      expect(rule.get('summary')).toMatch(/^".+\."$/);
      if (rule.has('for')) expect(rule.get('for')).toMatch(/^\d+m$/);
      const expression = rule.get('expr') ?? '';
      for (const [open, close] of ['()', '{}', '[]']) {
        expect(expression.split(open ?? '').length).toBe(expression.split(close ?? '').length);
      }
    }
    expect(text).not.toContain('\t');
    expect(text).toMatch(/^groups:\n {2}- name: sitegrade\n {4}rules:\n {6}- alert: /m);
  });
});
