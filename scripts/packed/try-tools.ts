import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const html = '<!doctype html><html lang="en"><title>Bread from our oven</title><img src="/a.png">';

/** What an agent sends with the protocol of 2025: a handshake, and a call. */
const messages = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'analyze', arguments: { html } } },
];

/**
 * Calls a tool of `sitegrade mcp`, and ends its input.
 *
 * @param project A project with the command and the package of the tools.
 */
export async function tryTools(project: string): Promise<void> {
  const program = join(project, 'node_modules/sitegrade/dist/sitegrade.js');
  const agent = spawn(process.execPath, [program, 'mcp'], { cwd: project });
  const errors = text(agent.stderr);
  for (const message of messages) {
    agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
  let received = '';
  for await (const part of agent.stdout) {
    received += part;
    // Requests in progress are not answered any more when the input ends.
    if (received.includes('"id":2') && received.endsWith('\n')) agent.stdin.end();
  }
  if (agent.exitCode === null) await once(agent, 'exit');
  assert.deepEqual([agent.exitCode, await errors], [0, '']);
  const answers = received
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.match(answers.at(-1).result.content[0].text, /^fail image-alt /m);
}
