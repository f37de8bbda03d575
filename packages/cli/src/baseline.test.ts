import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { run } from './fixtures/run.ts';
import { closedPort, serve } from './fixtures/serve.ts';

const folder = temporaryFolder(afterAll);

let count = 0;
let file: string;
beforeEach(() => {
  count += 1;
  file = join(folder, `${count}.json`);
});

const pageOf = (...images: readonly string[]) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rye bread for beginners</title></head>
<body><h1>Rye bread</h1>
${images.map((source) => `<img src="${source}" width="600" height="400">`).join('\n')}
<p>Rye bread keeps for a week.</p></body></html>`;

/** A page whose body can be changed. */
async function changingSite(...images: readonly string[]) {
  let body = pageOf(...images);
  const origin = await serve((url) => (url.startsWith('/a') ? body : 404));
  return {
    url: `${origin}/a`,
    show: (...others: readonly string[]) => {
      body = pageOf(...others);
    },
  };
}

type Entry = Readonly<Record<string, string>>;

const readEntries = async (): Promise<readonly Entry[]> =>
  JSON.parse(await readFile(file, 'utf8')).accepted;

const write = (accepted: readonly object[]) => writeFile(file, JSON.stringify({ accepted }));

/** The report of a page with the baseline. */
const check = async (url: string, more: Parameters<typeof run>[1] = {}) => {
  const { exitCode, stderr } = await run([url, '-q', '--baseline', file], more);
  return { exitCode, stderr };
};

describe('sitegrade baseline', () => {
  it('accepts what a page has, so that only what is new fails', async () => {
    const site = await changingSite('kept.webp', 'removed.webp');
    const written = await run(['baseline', site.url, '-o', file]);
    expect(written).toMatchObject({ exitCode: 0, stdout: '' });
    expect(written.stderr).toMatch(/^Wrote .+\.json: \d+ accepted findings\.\n$/);
    expect(await check(site.url)).toEqual({ exitCode: 0, stderr: '' });

    // What was there has moved by a line.
    site.show('added.webp', 'kept.webp');
    const { exitCode, stderr } = await check(site.url);
    expect(exitCode).toBe(1);
    const alt = stderr.split('\n').filter((line) => line.includes(': image-alt '));
    expect(alt).toEqual([
      `${site.url}: image-alt 1 of 2 places are new, not in ${file}: 2 of 2 images have no alternative text.`,
    ]);
    expect(stderr).toContain('\n  3:1 <img src="added.webp" width="600" height="400">\n');
    expect(stderr).not.toContain('kept.webp');
    // The baseline is of the path, regardless of the host.
    const other = await changingSite('kept.webp');
    expect(await check(other.url)).toEqual({ exitCode: 0, stderr: '' });
  });

  it('keeps reasons, dates, patterns and other pages, and leaves out what is fixed', async () => {
    const site = await changingSite('kept.webp', 'removed.webp');
    await run(['baseline', site.url, '-o', file]);
    const before = await readEntries();
    const kept = before.find(
      ({ quote, check }) => check === 'image-alt' && /kept/.test(quote ?? ''),
    );
    const other = { check: 'h1', path: '/other', fingerprint: '0123456789abcdef' };
    const pattern = { check: 'csp', path: '/*', reason: 'Behind a login.' };
    await write([
      ...before.map((entry) =>
        entry === kept ? { ...entry, reason: 'Decorative.', expires: '2099-12-31' } : entry,
      ),
      ...[other, pattern],
    ]);
    site.show('kept.webp');
    await run(['baseline', site.url, '-o', file]);
    const after = await readEntries();
    expect(after).toContainEqual({ ...kept, reason: 'Decorative.', expires: '2099-12-31' });
    expect(after).toContainEqual(other);
    expect(after.filter((entry) => entry.check === 'csp')).toEqual([pattern]);
    expect(after.some(({ quote }) => quote?.includes('removed.webp'))).toBe(false);
    const text = await readFile(file, 'utf8');
    await run(['baseline', site.url, '-o', file]);
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  it('accepts all places of a finding that may have more than are known', async () => {
    const images = Array.from({ length: 30 }, (_, index) => `${index}.webp`);
    const site = await changingSite(...images);
    await run(['baseline', site.url, '-o', file]);
    const entries = (await readEntries()).filter((entry) => entry.check === 'image-alt');
    expect(entries).toEqual([{ check: 'image-alt', path: '/a$' }]);
    site.show(...images.slice(5), 'added.webp');
    expect(await check(site.url)).toEqual({ exitCode: 0, stderr: '' });
  });

  it('writes nothing if a page cannot be analysed', async () => {
    const site = await changingSite();
    const closed = `http://127.0.0.1:${await closedPort()}/`;
    const { exitCode, stderr } = await run(['baseline', site.url, closed, '-o', file]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 3,
      stderr: `${closed}: The server refused the connection.\nNothing was written.\n`,
    });
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });
});

describe('--baseline', () => {
  const atDay = (day: string) => ({ now: () => new Date(`${day}T12:00:00Z`) });

  it('accepts until the last day, and by patterns of paths', async () => {
    const site = await changingSite('kept.webp');
    await run(['baseline', site.url, '-o', file]);
    const all = await readEntries();
    const others = all.filter((entry) => entry.check !== 'image-alt');
    const until = { check: 'image-alt', path: '/*', expires: '2026-06-30' };
    await write([...others, until]);
    expect(await check(site.url, atDay('2026-06-30'))).toEqual({ exitCode: 0, stderr: '' });
    const late = await check(site.url, atDay('2026-07-01'));
    expect(late.exitCode).toBe(1);
    expect(late.stderr).toContain(
      `: image-alt is new, not in ${file}: 1 of 1 images has no alternative text.\n  3:1 <img `,
    );
    await write([...others, { check: 'image-alt', path: '/blog/*' }]);
    expect((await check(site.url, atDay('2026-07-01'))).exitCode).toBe(1);
  });

  it('does not mind findings that cost no points', async () => {
    const site = await changingSite();
    await run(['baseline', site.url, '-o', file]);
    const report = JSON.parse((await run([site.url, '-f', 'json'])).stdout).reports[0];
    const entries = await readEntries();
    const isInfo = ({ check }: Entry) => report.checks[check ?? ''].importance === 'info';
    expect(entries.some(isInfo)).toBe(true);
    await write(entries.filter((entry) => !isInfo(entry)));
    expect(await check(site.url)).toEqual({ exitCode: 0, stderr: '' });
  });

  it.each([
    ['{}', 'accepted must be an array.'],
    ['{"accepted":[{"path":"/a"}]}', 'accepted[0].check must be a string.'],
    [
      '{"accepted":[{"check":"h1","path":"a"}]}',
      'accepted[0].path must be a path such as /blog/*.',
    ],
    [
      '{"accepted":[{"check":"h1","path":"/","fingerprint":"x"}]}',
      'accepted[0].fingerprint must be a fingerprint.',
    ],
    [
      '{"accepted":[{"check":"h1","path":"/","expires":"2026-02-30x"}]}',
      'accepted[0].expires must be a date such as 2027-01-31.',
    ],
    ['[', ' is not JSON: '],
  ])('refuses %s', async (text, problem) => {
    await writeFile(file, text);
    const { exitCode, stderr } = await check('https://example.com/');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(file);
    expect(stderr).toContain(problem);
    expect(await run(['baseline', 'https://example.com/', '-o', file])).toMatchObject({
      exitCode: 2,
    });
  });

  it('says that the file is missing', async () => {
    const { exitCode, stderr } = await check('https://example.com/');
    expect(exitCode).toBe(2);
    expect(stderr).toContain(`error: ${file} could not be read: ENOENT`);
  });
});
