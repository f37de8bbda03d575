import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { commandLine } from './fixtures/terminal-screen.ts';

let directory: string;
beforeEach(async () => {
  directory = temporaryFolder();
  await writeFile(join(directory, 'a.html'), '<!doctype html><html lang="en"><img src="/a.png">');
});

const [command = '', ...script] = commandLine;
const args = [...script, 'mcp'];

it.each(['legacy', { pin: '2026-07-28' }] as const)(
  'is started by an agent, and checks files of its working directory: %j',
  async (mode) => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const transport = new StdioClientTransport({ command, args, cwd: directory, stderr: 'pipe' });
    let stderr = '';
    transport.stderr?.on('data', (part: Buffer) => {
      stderr += part.toString();
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools).toHaveLength(6);
    const { content } = await client.callTool({ name: 'analyze', arguments: { path: 'a.html' } });
    expect(content).toEqual([{ type: 'text', text: expect.stringContaining('fail image-alt ') }]);
    expect(stderr).toBe('');
  },
);

it.each(['SIGINT', 'SIGTERM', 'end of input'] as const)('ends by itself: %s', async (how) => {
  const child = spawn(command, args, { cwd: directory });
  const written = [text(child.stdout), text(child.stderr)] as const;
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
  };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await once(child.stdout, 'data');
  if (how === 'end of input') child.stdin.end();
  else child.kill(how);
  const [exitCode] = await once(child, 'exit');
  expect(exitCode).toBe({ SIGINT: 130, SIGTERM: 143, 'end of input': 0 }[how]);
  expect(await written[1]).toBe('');
});
