import { createReport } from '@sitegrade/core';
import { expect, it } from 'vitest';
import { interrupted, type McpPackage } from './environment.ts';
import { run } from './fixtures/run.ts';
import { serve } from './fixtures/serve.ts';
import { keptOutput } from './fixtures/test-environment.ts';

type Options = Parameters<McpPackage['serveLocalTools']>[0];

/** The package with tools that end as soon as they have done this. */
const mcpPackage = (use: (options: Options) => Promise<void> | void) => async () => ({
  serveLocalTools: async (options: Options) => use(options),
});

it('says what to install where the package is missing', async () => {
  const error = Object.assign(new Error("Cannot find package '@sitegrade/mcp' imported from x"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  const missing = await run(['mcp'], { loadMcp: () => Promise.reject(error) });
  expect(missing.exitCode).toBe(2);
  expect(missing.stdout).toBe('');
  expect(missing.stderr).toContain('npm install sitegrade @sitegrade/mcp\n');
  expect(missing.stderr).toContain('npx -p sitegrade -p @sitegrade/mcp sitegrade mcp …\n');
});

it('lets the tools fetch what the command may: this machine where a URL names it', async () => {
  const site = await serve(() => '<!DOCTYPE html><title>Bread</title>');
  const found: unknown[] = [];
  const loadMcp = mcpPackage(async ({ createContextFor, store, directory }) => {
    const codeOf = async (url: string, typed = url) => {
      const created = createReport(createContextFor(typed, { store }), 'mcp', { url });
      return created.then(({ id }) => id).catch(({ code }) => code);
    };
    found.push(await codeOf(`${site}/`), await codeOf(`${site}/`, 'https://bread.example/'));
    found.push(
      await codeOf('http://10.0.0.1:9/'),
      await codeOf(`\ufeff ${site}/\u00a0`),
      directory,
    );
  });
  const { exitCode, stdout, stderr } = await run(['mcp', '--directory', 'dist'], { loadMcp });
  expect([exitCode, stdout, stderr]).toEqual([0, '', '']);
  expect(found).toEqual([1, 'url_not_allowed', 'url_not_allowed', 2, 'dist']);
});

it('refuses a wrong option before an agent calls a tool, and headers, which no page must send elsewhere', async () => {
  const loadMcp = mcpPackage(() => {
    throw new Error('It was started.');
  });
  const wrong = await run(['mcp', '--allow-address', 'localhost'], { loadMcp });
  expect(wrong).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('error: --allow-address'),
  });
  expect(await run(['mcp', '--header', 'A: b'], { loadMcp })).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("error: unknown option '--header'"),
  });
});

it('says to a person who has typed it what it waits for', async () => {
  const stdout = { ...keptOutput(), isTTY: true };
  const { exitCode, stderr } = await run(['mcp'], { loadMcp: mcpPackage(() => {}), stdout });
  expect([exitCode, stdout.text()]).toEqual([0, '']);
  expect(stderr).toMatch(/^Waiting for a coding agent on standard input .*\n$/);
});

it('writes errors to standard error only, and ends with the code of the signal', async () => {
  const stopping = new AbortController();
  const { exitCode, stdout, stderr } = await run(['mcp'], {
    loadMcp: mcpPackage(({ logError, signal }) => {
      logError(Object.assign(new Error('a\u001b[2J'), { stack: undefined }));
      stopping.abort(interrupted('SIGTERM'));
      expect(signal.aborted).toBe(true);
    }),
    listenForInterruption: () => ({ signal: stopping.signal, release: () => {} }),
  });
  expect([exitCode, stdout, stderr]).toEqual([143, '', 'a<U+001B>[2J\n']);
});
