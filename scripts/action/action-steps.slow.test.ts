import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { type Comment, startGithubApi } from './github-api.ts';
import { root, runAction, runScript } from './run-step.ts';

const token = 'ghs_never_printed';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'sitegrade-action-')));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'dist'));
  const page =
    '<!doctype html>\n<html lang="en"><title>Fresh bread</title>\n<a href="/gone">Gone</a>\n';
  writeFileSync(join(folder, 'dist/index.html'), page);
});

/** What a runner sets for a pull request. */
function runnerOf(api: string, event: object = { pull_request: { number: 7 } }) {
  const file = join(folder, 'event.json');
  writeFileSync(file, JSON.stringify(event));
  return {
    GITHUB_API_URL: api,
    GITHUB_EVENT_PATH: file,
    GITHUB_REPOSITORY: 'acme/site',
    TEST_TOKEN: token,
  };
}

const inputs = {
  targets: 'dist',
  'base-url': 'https://bakery.example/',
  'fail-on': 'broken-links',
} as const;

describe('the steps of action.yml', () => {
  it('check a folder, write a summary and one comment, and change that comment the next time', async () => {
    const api = await startGithubApi([other(1, '<!-- sitegrade:report --> mine')]);
    const first = await runAction(folder, inputs, runnerOf(api.url));
    expect(first.steps.map(({ code }) => code)).toEqual([0, 0, 1]);
    expect(first.outputs).toMatchObject({
      'exit-code': '1',
      score: expect.stringMatching(/^\d+$/),
    });
    expect(first.summary).toMatch(/^### ❌ sitegrade: \d+ of 100, \w+\n/);
    expect(first.summary).toContain('broken-links: found on 1 page.');
    expect(first.summary).not.toContain('npm warn');
    expect(api.comments).toHaveLength(2);
    expect(api.comments[1]?.body).toBe(`<!-- sitegrade:report -->\n${first.summary}`);

    writeFileSync(join(folder, 'dist/gone.html'), '<!doctype html><title>Here again</title>');
    const second = await runAction(folder, inputs, runnerOf(api.url));
    expect(second.steps.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(second.summary).toMatch(/^### ✅ sitegrade/);
    expect(api.comments).toHaveLength(2);
    expect(api.comments[0]?.body).toBe('<!-- sitegrade:report --> mine');
    expect(api.comments[1]?.body).toBe(`<!-- sitegrade:report -->\n${second.summary}`);
    expect(api.received.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'PATCH']);
    for (const { authorization } of api.received) expect(authorization).toBe(`Bearer ${token}`);
    for (const { output } of [...first.steps, ...second.steps]) expect(output).not.toContain(token);
  });

  it('have places for annotations, relative to the repository', async () => {
    const api = await startGithubApi();
    const { outputs } = await runAction(folder, inputs, runnerOf(api.url));
    const { results } = JSON.parse(readFileSync(outputs.sarif ?? '', 'utf8')).runs[0];
    const broken = results.find(({ ruleId }: { ruleId: string }) => ruleId === 'broken-links');
    expect(broken.locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'dist/index.html' },
      region: { startLine: 3 },
    });
  });

  it('find their comment among many', async () => {
    const many = Array.from({ length: 230 }, (_, index) => other(index + 1, 'Nice.'));
    const own = { ...other(231, '<!-- sitegrade:docs -->\nold'), user: { type: 'Bot' } };
    const api = await startGithubApi([...many, own]);
    await runAction(folder, { ...inputs, 'comment-key': 'docs' }, runnerOf(api.url));
    expect(api.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET', 'PATCH']);
    expect(api.comments[230]?.body).toContain('sitegrade: ');
  });

  it.each([401, 403, 404, 500])('only warn if GitHub responds with status %i', async (status) => {
    const api = await startGithubApi();
    api.status = status;
    const { steps } = await runAction(folder, { ...inputs, 'fail-on': '' }, runnerOf(api.url));
    expect(steps.map(({ code }) => code)).toEqual([0, 0, 0]);
    const [, comment] = steps;
    expect(comment?.output).toContain(
      `::warning title=sitegrade::The comment could not be written. GitHub responded with status ${status}.`,
    );
    if (status === 403) expect(comment?.output).toContain('permissions: pull-requests: write');
    expect(comment?.output).not.toContain(token);
    expect(comment?.output).not.toContain('secret of the response');
  });

  it('only warn if GitHub redirects, and send the token nowhere else', async () => {
    const elsewhere = await startGithubApi();
    const server = createServer((_, response) => {
      response.writeHead(302, { location: `${elsewhere.url}/` }).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { steps } = await runAction(folder, inputs, runnerOf(url));
    expect(steps[1]?.output).toContain('GitHub did not respond.');
    expect(elsewhere.received).toEqual([]);
  });

  it('write no comment for a push', async () => {
    const api = await startGithubApi();
    const { steps } = await runAction(
      folder,
      inputs,
      runnerOf(api.url, { ref: 'refs/heads/main' }),
    );
    expect(steps[1]).toMatchObject({ code: 0, output: expect.stringContaining('no pull request') });
    expect(api.received).toEqual([]);
  });

  it('take inputs as they are, not as scripts', async () => {
    const api = await startGithubApi();
    const evil = '$(touch pwned) `touch pwned`; touch pwned "';
    await runAction(
      folder,
      {
        targets: 'dist',
        'base-url': evil,
        args: `--no-expect-indexable\n${evil}`,
        version: '1.2.3; touch pwned',
        'comment-key': evil,
      },
      runnerOf(api.url),
    );
    expect(readFileSync(join(folder, 'npx-arguments'), 'utf8').split('\n')).toEqual([
      ...['--yes', 'sitegrade@1.2.3; touch pwned', '--quiet'],
      ...['--output', expect.any(String), '--output', expect.any(String)],
      ...['--output', expect.any(String), `--base-url=${evil}`, '--no-expect-indexable', evil],
      ...['--', 'dist', ''],
    ]);
    expect(() => readFileSync(join(folder, 'pwned'))).toThrow('ENOENT');
    expect(api.comments[0]?.body).toContain('<!-- sitegrade:touchpwnedtouchpwnedtouchpwned -->');
  });

  it.each(['action.yml', 'templates/sitegrade.yml'])(
    'take the argument that %s has as an example, with a folder',
    async (file) => {
      const text = readFileSync(join(root, file), 'utf8');
      const [, args = ''] = /one a line, such as (--[\w=.-]+)\.$/m.exec(text) ?? [];
      expect(args).not.toBe('');
      const api = await startGithubApi();
      const { steps } = await runAction(folder, { targets: 'dist', args }, runnerOf(api.url));
      expect(steps.map(({ code }) => code)).toEqual([0, 0, 0]);
    },
  );

  it('say why there is no report', async () => {
    const api = await startGithubApi();
    const { steps, outputs, summary } = await runAction(
      folder,
      { targets: 'missing/index.html' },
      runnerOf(api.url),
    );
    expect(steps.map(({ code }) => code)).toEqual([0, 0, 2]);
    expect(outputs).toMatchObject({ score: '', 'exit-code': '2' });
    expect(summary).toContain('There is no file of this name.');
    expect(summary).toContain('### ❌ sitegrade: no report');
  });

  it.each(['', ' \n '])('refuse targets %j', async (targets) => {
    const api = await startGithubApi();
    const { steps, summary } = await runAction(folder, { targets }, runnerOf(api.url));
    expect(steps.map(({ code }) => code)).toEqual([0, 0, 2]);
    expect(summary).toBe(
      '### ❌ sitegrade: no report\n\n```text\nThe input targets is empty.\n```\n',
    );
  });

  it('let no text of a page be a command to the runner', async () => {
    const api = await startGithubApi();
    const { steps } = await runAction(folder, inputs, runnerOf(api.url));
    const [check] = steps;
    // Two streams have no order.
    expect(check?.errors).toBe('');
    const [first = '', ...lines] = check?.output.trim().split('\n') ?? [];
    const [, stop] = /^::stop-commands::([\da-f]{32})$/.exec(first) ?? [];
    expect(lines.at(-2)).toBe(`::${stop}::`);
    expect(lines.at(-1)).toMatch(/^\d+ of 100, \w+$/);
    expect(lines.length).toBeGreaterThan(2);
  });
});

function other(id: number, body: string): Comment {
  return { id, body, user: { type: 'User' }, author_association: 'NONE' };
}

describe('the job of templates/sitegrade.yml', () => {
  /** Runs its script by sh, as images do, with these inputs. */
  async function runJob(given: Readonly<Record<string, string>>) {
    const text = readFileSync(join(root, 'templates/sitegrade.yml'), 'utf8');
    const [spec, jobs] = parseAllDocuments(text).map((document) => document.toJS());
    const known: Record<string, { default?: string }> = spec.spec.inputs;
    const job = Object.values(jobs)[0] as {
      variables: Record<string, string>;
      script: readonly string[];
    };
    const variables = Object.entries(job.variables).map(([name, value]) => [
      name,
      value.replace(
        /\$\[\[ inputs\.([\w-]+) \]\]/g,
        (_, input: string) => given[input] ?? known[input]?.default ?? '',
      ),
    ]);
    const env = Object.fromEntries(variables);
    return runScript(job.script.join('\n'), folder, env, ['sh', '-ec']);
  }

  it('writes tests and code quality', async () => {
    const { code } = await runJob({ ...inputs, target: 'dist', 'min-score': '1' });
    expect(code).toBe(1);
    const entries = JSON.parse(readFileSync(join(folder, 'gl-code-quality-report.json'), 'utf8'));
    expect(entries).toContainEqual(
      expect.objectContaining({
        check_name: 'broken-links',
        location: { path: 'dist/index.html', lines: { begin: 3 } },
      }),
    );
    expect(readFileSync(join(folder, 'sitegrade-junit.xml'), 'utf8')).toContain('<testsuites');
  });

  it.each(['', ' \n '])('refuses target %j', async (target) => {
    const { code, output } = await runJob({ target });
    expect([code, output]).toEqual([2, 'The input target is empty.\n']);
  });

  it('takes inputs as they are, not as scripts', async () => {
    const evil = '$(touch pwned) `touch pwned`; touch pwned * "';
    await runJob({ target: `dist\n${evil}`, 'base-url': evil, args: `--a\n${evil}` });
    const lines = readFileSync(join(folder, 'npx-arguments'), 'utf8').split('\n');
    expect(lines.slice(6)).toEqual([`--base-url=${evil}`, '--a', evil, '--', 'dist', evil, '']);
    expect(() => readFileSync(join(folder, 'pwned'))).toThrow('ENOENT');
  });
});
