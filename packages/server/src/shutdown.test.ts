import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../scripts/temporary-folder.ts';
import { trackConnections } from './shutdown.ts';

/** Runs a process whose start is the body of a function, and sends it a signal once it has written `started`. */
async function runUntilSignal(body: string) {
  const script = `
    import { runUntilSignal } from ${JSON.stringify(new URL('shutdown.ts', import.meta.url).href)};
    const timer = setInterval(() => {}, 60_000);
    runUntilSignal(async (add) => { ${body}; console.log('started'); }, 100).catch((error) => {
      console.log('failed: ' + error.message);
      clearInterval(timer);
      process.exitCode = 1;
    });
  `;
  const args = ['--import', 'tsx', '--input-type=module', '-e', script];
  const child = spawn(process.execPath, args, { timeout: 300_000, killSignal: 'SIGKILL' });
  let output = '';
  const take = (part: Buffer) => {
    output += String(part);
    if (output.includes('started')) child.kill('SIGTERM');
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const exitCode = await new Promise((resolve) => child.once('close', resolve));
  return { exitCode, output };
}

it('closes the last that was added first', async () => {
  const body = "for (const name of ['a', 'b']) add(async () => console.log('closed ' + name))";
  expect(await runUntilSignal(body)).toEqual({
    exitCode: 0,
    output: 'started\nclosed b\nclosed a\n',
  });
});

it('ends with 1 where closing fails, or does not end in time', async () => {
  expect(await runUntilSignal("add(() => Promise.reject(new Error('lost')))")).toEqual({
    exitCode: 1,
    output: 'started\nThe process failed to stop: lost\n',
  });
  expect(await runUntilSignal('add(() => new Promise(() => {}))')).toEqual({
    exitCode: 1,
    output: 'started\nThe process failed to stop: It was not closed within 100 ms.\n',
  });
});

it('ends with the process that has started it', async () => {
  const script = join(temporaryFolder(), 'script.mts');
  writeFileSync(
    script,
    `import { runUntilSignal } from ${JSON.stringify(new URL('shutdown.ts', import.meta.url).href)};
    setInterval(() => {}, 60_000);
    runUntilSignal(async (add) => { add(async () => console.log('closed')); process.send('started'); });`,
  );
  const env = { ...process.env, SITEGRADE_STARTED: '1' };
  const child = fork(script, { execArgv: ['--import', 'tsx'], env, silent: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('The process has no output.');
  child.once('message', () => child.disconnect());
  const ended = once(child, 'exit');
  expect([await text(stdout), await text(stderr)]).toEqual(['closed\n', '']);
  expect(await ended).toEqual([0, null]);
});

it('closes what was added before the start failed', async () => {
  const failing = "throw new Error('in use')";
  expect(await runUntilSignal(`add(async () => console.log('closed')); ${failing}`)).toEqual({
    exitCode: 1,
    output: 'closed\nfailed: in use\n',
  });
});

it('closes connections without requests when the last request is done, not after the grace time', async () => {
  let respond = () => {};
  const server = createServer((_request, response) => {
    respond = () => void response.end('done');
  });
  server.keepAliveTimeout = 600_000;
  const closeConnections = trackConnections(server);
  const { port } = await new Promise<AddressInfo>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve(server.address() as AddressInfo)),
  );
  onTestFinished(() => server.closeAllConnections());
  const open = async () => {
    const accepted = once(server, 'connection');
    const socket = connect(port, '127.0.0.1').resume();
    await accepted;
    return { socket, closed: once(socket, 'close') };
  };
  const request = 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n';
  const silent = await open();
  const keptAlive = await open();
  keptAlive.socket.write(request);
  await once(server, 'request');
  const firstResponse = once(keptAlive.socket, 'data');
  respond();
  await firstResponse;
  const busy = await open();
  busy.socket.write(request);
  await once(server, 'request');

  closeConnections(600_000);
  await keptAlive.closed;
  // Whether one without any request is idle depends on the version of Node.
  expect(busy.socket.closed).toBe(false);
  const response = once(busy.socket, 'data');
  respond();
  expect(String(await response)).toContain('done');
  await Promise.all([silent.closed, busy.closed]);
  server.close();
});
