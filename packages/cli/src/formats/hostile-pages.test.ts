import stringWidth from 'fast-string-width';
import { parse as parseJunit } from 'junit2json';
import { beforeEach, expect, it } from 'vitest';
import { run } from '../fixtures/run.ts';
import { serve } from '../fixtures/serve.ts';
import { keptOutput } from '../fixtures/test-environment.ts';

/** Sequences for terminals, C1 controls, reordered text, markup, mentions, and what ends each format. */
const hostile =
  '\u001b[2J\u001b]8;;http://evil.test\u0007\u009b31m\u202e@everyone #1 ]]>``` | [x](y) </details> « » \u0000\b';
const title = `日本語 👩‍👩‍👧 ${hostile}`;

let site: string;
beforeEach(async () => {
  const attribute = hostile.replaceAll('"', '');
  site = await serve((url) =>
    url.startsWith('/page')
      ? `<!DOCTYPE html><title>${title}</title><title>${title}</title><img src="/a.png" data-x="${attribute}"><a href="/${attribute}">click here</a>`
      : undefined,
  );
});

const escapes = /(?![\n\t\r])[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

it.each(['pretty', 'json', 'csv', 'junit', 'markdown', 'sarif', 'llm'])(
  '%s has no character that controls a terminal or reorders text',
  async (format) => {
    const { stdout, exitCode } = await run([`${site}/page`, `${site}/page2`, '-f', format]);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('日本語');
    expect(escapes.exec(stdout)).toBeNull();
  },
);

it('html escapes them as well', async () => {
  const { stdout } = await run([`${site}/page`, '-f', 'html']);
  expect(escapes.exec(stdout)).toBeNull();
  expect(stdout).not.toContain('</details> «');
});

it('messages on standard error have none either', async () => {
  const stderr = keptOutput({ isTTY: true, columns: 80 });
  await run([`${site}/page?\u202e`, '--fail-on', 'title-multiple'], { stderr });
  await run([`${site}/page?\u009b\u202e`], { stderr });
  expect(escapes.exec(stderr.text().replaceAll('\r\u001b[K', ''))).toBeNull();
  expect(stderr.text()).toContain('title-multiple: ');
  expect(stderr.text()).toContain('is not a URL');
});

it('junit is well-formed', async () => {
  const { stdout } = await run([`${site}/page`, '-f', 'junit']);
  expect(await parseJunit(stdout)).toMatchObject({ testsuite: [{ name: `${site}/page` }] });
});

it('markdown has no markup of the page, and notifies no one', async () => {
  const { stdout } = await run([`${site}/page`, '-f', 'markdown']);
  const outsideCode = stdout.replace(/(`+)[^`].*?[^`]\1(?!`)/g, '');
  expect(stdout).toMatch(/^ {2}- \d+:\d+ (`{4})<title>[^\n]*```[^\n]*<\/title>\1$/m);
  expect(outsideCode).not.toMatch(/@everyone|#1\b|\[x\]\(y\)/);
  expect(stdout.match(/<\/details>/g)).toHaveLength(
    1 + (stdout.match(/`[^`\n]*<\/details>/g) ?? []).length,
  );
});

it.each([40, 80, 140])('pretty fits a terminal of %i columns', async (columns) => {
  const stdout = keptOutput({ isTTY: true, columns });
  await run([`${site}/page`, `${site}/page2`], { stdout, variables: { NO_COLOR: '1' } });
  await run([`${site}/page`], { stdout, variables: { NO_COLOR: '1' } });
  const tooLong = stdout
    .text()
    .split('\n')
    .filter((line) => stringWidth(line) > columns);
  expect(tooLong).toEqual([]);
});

it('fingerprints stay when lines, white space or the host change', async () => {
  const page = (before: string, gap: string) =>
    `<!DOCTYPE html>${before}<title>Bread</title><img${gap}src="/a.png"><img${gap}src="/a.png">`;
  const first = await serve((url) => (url === '/page' ? page('', ' ') : undefined));
  const second = await serve((url) =>
    url === '/page' ? page('\n\n<!-- moved -->', '\n  ') : undefined,
  );
  const findings = async (origin: string) => {
    const { stdout } = await run([`${origin}/page`, '-f', 'llm']);
    const lines = stdout.split('\n').filter((line) => /^ {2}at .*<img/.test(line));
    return {
      places: lines.map((line) => /at (\S+)/.exec(line)?.[1]),
      fingerprints: lines.map((line) => /\[([0-9a-f]{16})\]$/.exec(line)?.[1]),
    };
  };
  const before = await findings(first);
  const after = await findings(second);
  expect(before.fingerprints).toEqual(after.fingerprints);
  expect(before.places).not.toEqual(after.places);
  expect(new Set(before.fingerprints).size).toBe(before.fingerprints.length);
  expect(before.fingerprints.length).toBeGreaterThanOrEqual(2);
});
