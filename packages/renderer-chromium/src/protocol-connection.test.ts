import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { pipeTransport } from './pipe-transport.ts';
import { connectProtocol } from './protocol-connection.ts';

it('sends commands, and passes on events of a session', async () => {
  const toBrowser = new PassThrough();
  const fromBrowser = new PassThrough();
  const connection = connectProtocol(pipeTransport(toBrowser, fromBrowser));
  const events: string[] = [];
  const unlisten = connection.listen('s', ({ method }) => events.push(method));

  const sent = connection.send('s', 'Page.enable', {});
  expect(toBrowser.read().toString()).toBe(
    '{"id":1,"method":"Page.enable","params":{},"sessionId":"s"}\0',
  );
  fromBrowser.write(
    '{"method":"Page.a"}\0{"sessionId":"s","method":"Page.b"}\0{"id":1,"result":5}\0',
  );
  expect(await sent).toBe(5);
  expect(events).toEqual(['Page.b']);

  unlisten();
  const refused = connection.send(null, 'Page.enable', {});
  fromBrowser.write('{"sessionId":"s","method":"Page.c"}\0{"id":2,"error":{"message":"no"}}\0');
  await expect(refused).rejects.toMatchObject({ name: 'ProtocolError', message: 'no' });
  expect(events).toEqual(['Page.b']);
});

it('rejects what waits when the browser ends, and what comes later', async () => {
  const fromBrowser = new PassThrough();
  const connection = connectProtocol(pipeTransport(new PassThrough(), fromBrowser));
  const waiting = connection.send(null, 'Browser.close', {});
  fromBrowser.destroy();
  await expect(waiting).rejects.toThrow('The browser has ended.');
  await expect(connection.send(null, 'Browser.close', {})).rejects.toThrow(
    'The browser has ended.',
  );
});
