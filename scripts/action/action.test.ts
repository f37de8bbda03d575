import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { lintAction } from './lint-action.ts';
import { readAction, root } from './run-step.ts';
import { summaryOf } from './summary.mjs';

const read = (name: string) => readFileSync(join(root, name), 'utf8');

describe('action.yml', () => {
  it('is valid', async () => {
    expect(await lintAction(read('action.yml'))).toEqual([]);
  });

  it.each([
    ['shell: bash', 'shel: bash'],
    ['using: composite', 'using: composit'],
    ['steps.check.outputs.score }}', 'steps.check.outputs.score ++ }}'],
    ['runs:\n', 'run:\n'],
  ])('would not be with a fault: %j', async (right, wrong) => {
    expect(await lintAction(read('action.yml').replace(right, wrong))).not.toEqual([]);
  });

  it('has no expression in a script, which could itself be a script', () => {
    const { steps } = readAction().runs;
    const scripts = steps.flatMap(({ run }) => run ?? []);
    expect(scripts).toHaveLength(3);
    for (const script of scripts) expect(script).not.toContain('${{');
  });

  it('gives the token only to the step that comments', () => {
    const { steps } = readAction().runs;
    const withToken = steps.filter((step) => JSON.stringify(step).includes('token'));
    expect(withToken.map(({ run }) => run)).toEqual([
      'node "$GITHUB_ACTION_PATH/scripts/action/comment.mjs"',
    ]);
  });
});

describe('templates/sitegrade.yml', () => {
  const [spec, jobs] = parseAllDocuments(read('templates/sitegrade.yml')).map(
    (document) => document.toJS() as Record<string, Record<string, Record<string, unknown>>>,
  );

  it('is a component, whose inputs are all used and known', () => {
    const known = Object.keys(spec?.spec?.inputs ?? {});
    const used = [...JSON.stringify(jobs).matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)];
    expect([...new Set(used.map(([, name]) => name))].toSorted()).toEqual(known.toSorted());
    expect(JSON.stringify(jobs).match(/\$\[\[/g)).toHaveLength(used.length);
  });

  it('has no input in its script', () => {
    const [job] = Object.values(jobs ?? {});
    expect(JSON.stringify(job?.script)).not.toContain('$[[');
    expect(job?.artifacts?.reports).toEqual({
      junit: 'sitegrade-junit.xml',
      codequality: 'gl-code-quality-report.json',
    });
  });
});

describe('the examples in docs/ci.md', () => {
  const blocks = [...read('docs/ci.md').matchAll(/```yaml\n(.*?)```/gs)].map(
    ([, text = '']) => text,
  );

  it('are YAML, and have at most ten lines', () => {
    expect(blocks.length).toBeGreaterThanOrEqual(2);
    for (const block of blocks) {
      expect(parse(block)).toBeTypeOf('object');
      expect(block.trimEnd().split('\n').length).toBeLessThanOrEqual(10);
    }
  });

  it('use inputs that exist', () => {
    const known = Object.keys(readAction().inputs);
    const steps = blocks.flatMap((block) =>
      [...block.matchAll(/^ +with: \{(.*)\}$/gm)].map(([, text = '']) => parse(`{${text}}`)),
    );
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) for (const name of Object.keys(step)) expect(known).toContain(name);
  });
});

describe('the summary', () => {
  const given = { report: null, markdown: '', reasons: '', code: 0 };

  it('has the score of the worst page', () => {
    const reports = [
      { score: 90, result: 'good' },
      { score: 41, result: 'bad' },
    ];
    const { score, result, text } = summaryOf({ ...given, report: { reports } });
    expect([score, result, text]).toEqual([41, 'bad', '### ✅ sitegrade: 41 of 100, bad\n']);
  });

  it('has what failed in a block that its text cannot leave', () => {
    const reasons = 'npm warn deprecated x\nhttps://a.test/: title fails: ```` @team\n';
    const { text } = summaryOf({ ...given, reasons, code: 1 });
    expect(text).toBe(
      '### ❌ sitegrade: no report\n\n`````text\nhttps://a.test/: title fails: ```` @team\n`````\n',
    );
  });

  it('has the last of many reasons', () => {
    const reasons = `${'the first\n'.repeat(1_000)}error: the last`;
    const { text } = summaryOf({ ...given, reasons, code: 1 });
    expect(text).toMatch(/```text\n…\nthe first\n/);
    expect(text).toMatch(/\nthe first\nerror: the last\n```\n$/);
    expect(text.length).toBeLessThan(5_200);
  });

  it('fits into a comment, without half of what folds', () => {
    const fold = `<details>\n${'x'.repeat(900)}\n</details>\n`;
    const { text } = summaryOf({ ...given, markdown: fold.repeat(100) });
    expect(text.length).toBeLessThan(65_536);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
    expect(text).toMatch(/The rest is in the log and the report of the job\.\n$/);
  });
});
