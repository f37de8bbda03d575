import { connect } from 'node:net';
import { createContext } from '@sitegrade/core';
import { describe, expect, it } from 'vitest';
import { type AdapterHarness, type TestUser, useApi } from './adapter-harness.ts';
import { rawRequest } from './raw-request.ts';

const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/** Bodies: media types, formats, limits. Tested with an update, which needs no analysis. */
export function describeBodies(harness: AdapterHarness): void {
  describeStalledBodies(harness);
  describe('bodies', () => {
    const api = useApi(harness);

    const website = async (): Promise<{ user: TestUser; path: string }> => {
      const user = await api().newUser();
      const { websiteId } = await user.addReport();
      return { user, path: `/api/v1/websites/${websiteId}` };
    };
    const send = async (type: string | undefined, body: string | Uint8Array, more = {}) => {
      const { user, path } = await website();
      const headers = { ...(type === undefined ? {} : { 'content-type': type }), ...more };
      return user.send('PATCH', path, { headers, body });
    };
    const bytes = (body: string) => new TextEncoder().encode(body);

    it.each([
      ['null', 400],
      ['[]', 400],
      ['42', 400],
      ['"s"', 400],
      ['{', 400],
      ['{"privacy":}', 400],
      ['{"privacy":0,}', 400],
      ['{"privacy":NaN}', 400],
      ['\ufeff{"privacy":0}', 200],
      ['\ufeff', 400],
      ['\ufeff\ufeff{"privacy":0}', 400],
      ['{\ufeff"privacy":0}', 400],
      ['{"password":"\0"}', 400],
      ['', 400],
      ['{}', 200],
      [' {"privacy" : 0}\n', 200],
    ])('A07: responds to JSON %j with %i', async (body, status) => {
      const reply = await send(json, body);
      expect(reply.status).toBe(status);
      if (status === 400) expect(reply.body.code).toBe('malformed_body');
    });

    it('A07: responds to invalid UTF-8 with a 400 in JSON and a 422 in a form', async () => {
      const bad = Uint8Array.of(...bytes('{"password":"'), 0xff, ...bytes('"}'));
      expect((await send(json, bad)).status).toBe(400);
      const inForm = await send(form, Uint8Array.of(...bytes('privacy='), 0xff));
      expect([inForm.status, Object.keys(inForm.body.errors ?? {})]).toEqual([422, ['privacy']]);
      expect((await send(form, 'privacy=2&password=%ff')).status).toBe(422);
    });

    it('A08: treats __proto__ as an ordinary name', async () => {
      for (const body of [
        '{"__proto__":{"privacy":0,"admin":true}}',
        '{"\\u005f_proto__":{"privacy":0,"admin":true}}',
        '{"constructor":{"prototype":{"admin":true}}}',
      ]) {
        const reply = await send(json, body);
        expect([200, 400, 422]).toContain(reply.status);
        if (reply.status === 200) expect(reply.body.data.privacy).toBe(1);
      }
      expect((await send(form, '__proto__[admin]=1&constructor[prototype][admin]=1')).status).toBe(
        200,
      );
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });

    it('A09: uses the last of duplicate keys in JSON, and refuses them in a form', async () => {
      expect((await send(json, '{"privacy":7,"privacy":0}')).body.data.privacy).toBe(0);
      for (const body of [
        'privacy=0&privacy=0',
        'privacy[]=0',
        'privacy%5Ba%5D=0',
        'privacy=0&privacy[]=0',
      ]) {
        const reply = await send(form, body);
        expect([body, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([
          body,
          422,
          ['privacy'],
        ]);
      }
    });

    it('A09: ignores unknown keys and deep nesting', async () => {
      expect((await send(json, '{"privacy":0,"x":1}')).status).toBe(200);
      expect((await send(form, 'privacy=0&x=1')).status).toBe(200);
      const deep = `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
      expect([200, 400, 422]).toContain((await send(json, deep)).status);
    });

    it.each([
      'APPLICATION/JSON',
      'application/json;charset=utf-8',
      'application/json ; charset=UTF-8',
      'application/json; charset="utf-8"',
      'application/json; charset=utf8; x=y',
      'application/json;',
    ])('A10: accepts %j', async (type) => {
      expect((await send(type, '{"privacy":0}')).status).toBe(200);
    });

    it.each([`${form};charset=UTF-8`, 'Application/X-WWW-Form-Urlencoded'])(
      'A10: accepts %j',
      async (type) => {
        expect((await send(type, 'privacy=0')).body.data.privacy).toBe(0);
      },
    );

    it.each([
      'text/plain',
      'text/json',
      'application/vnd.api+json',
      'application/jsonp',
      'application/json; charset=utf-16',
      'application/json; charset=latin1',
      `${form}; charset=iso-8859-1`,
      'multipart/form-data; boundary=x',
      'application/json, text/plain',
      'application/json; charset=utf-8; charset=utf-16',
      'application',
      'application/json/x',
      'application/json x',
      '*/*',
    ])('A10: refuses %j', async (type) => {
      const { status, body } = await send(type, '{"privacy":0}');
      expect([status, body.code]).toEqual([415, 'unsupported_media_type']);
    });

    it('A10: refuses a body without a content type, or with two', async () => {
      const { user, path } = await website();
      for (const types of [
        [],
        ['Content-Type:'],
        [`Content-Type: ${json}`, `Content-Type: ${json}`],
      ]) {
        const head = [
          `PATCH ${path} HTTP/1.1`,
          `Authorization: Bearer ${user.key}`,
          'Content-Length: 13',
          ...types,
        ];
        const reply = await rawRequest(api(), head, '{"privacy":0}');
        expect([types, reply.status]).toEqual([types, 415]);
      }
    });

    it('A11: accepts up to 64 KiB, and not a byte more', async () => {
      const padded = (length: number) => `privacy=0&x=${'x'.repeat(length - 12)}`;
      expect((await send(form, padded(65_536))).status).toBe(200);
      const { status, body } = await send(form, padded(65_537));
      expect([status, body.code]).toEqual([413, 'payload_too_large']);
    });

    it('A11: counts a chunked body while it arrives', async () => {
      const { user, path } = await website();
      const send = (body: string) =>
        rawRequest(
          api(),
          [
            `PATCH ${path} HTTP/1.1`,
            `Authorization: Bearer ${user.key}`,
            `Content-Type: ${form}`,
            'Transfer-Encoding: chunked',
          ],
          body,
        );
      const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
      expect((await send(`${chunk('priv')}${chunk('acy=0')}0\r\n\r\n`)).status).toBe(200);
      const long = chunk('x'.repeat(10_000)).repeat(7);
      expect((await send(`${long}0\r\n\r\n`)).status).toBe(413);
    });

    it('A11: refuses a body with a content coding', async () => {
      for (const coding of ['gzip', 'br', 'x', 'identity, gzip']) {
        const more = { 'content-encoding': coding };
        expect((await send(json, '{"privacy":0}', more)).status).toBe(415);
      }
    });

    it('validates size before type, type before syntax, syntax before fields', async () => {
      expect((await send('text/plain', 'x'.repeat(70_000))).status).toBe(413);
      expect((await send('text/plain', '{')).status).toBe(415);
      expect((await send(json, '{"privacy":7')).status).toBe(400);
      expect((await send(json, '{"privacy":7}')).status).toBe(422);
    });

    it('parses forms like browsers write them', async () => {
      const reply = await send(form, '&&%70rivacy=2&password=a+b%20%C3%BC%&=&');
      expect(reply.body.data).toMatchObject({ privacy: 2, password: true });
    });

    it('DELETE ignores a body of any type', async () => {
      const user = await api().newUser();
      for (const type of ['application/json', 'text/plain', 'nonsense', '']) {
        const { id } = await user.addReport();
        const headers = { 'content-type': type };
        const reply = await user.send('DELETE', `/api/v1/reports/${id}`, { headers, body: '{' });
        expect([type, reply.status]).toEqual([type, 200]);
      }
    });
  });
}

/** Bodies that stop arriving: a client gets a response, and on servers of Node the connection ends. */
function describeStalledBodies(harness: AdapterHarness): void {
  describe('bodies that stop arriving', () => {
    const api = useApi({
      ...harness,
      start: (options, log) => {
        if (options.context) return harness.start(options, log);
        const context = { ...createContext({ store: options.store }), bodyIdleMs: 50 };
        return harness.start({ context, pages: true }, log);
      },
    });

    /** Sends the head and a part of the body, and waits for the response. */
    const stall = async (path: string, ...head: string[]): Promise<string> => {
      const { hostname, port, host } = new URL(api().url);
      const socket = connect(Number(port), hostname);
      socket.write(`${[`POST ${path} HTTP/1.1`, `Host: ${host}`, ...head].join('\r\n')}\r\n\r\n`);
      socket.write('5\r\nurl=h');
      let received = '';
      for await (const chunk of socket) {
        received += chunk;
        if (harness.hostMakesRequest && /\r\n\r\n.*(?:\}|<\/html>)/s.test(received)) break;
      }
      return received;
    };

    it.each(['Content-Length: 1000', 'Transfer-Encoding: chunked'])(
      'are a 408 after the time without data (%s)',
      async (framing) => {
        const { key } = await api().newUser();
        const form = 'Content-Type: application/x-www-form-urlencoded';
        const reply = await stall('/api/v1/reports', `Authorization: Bearer ${key}`, form, framing);
        expect(reply).toMatch(/^HTTP\/1\.1 408 .+"code":"body_timed_out"/s);
        const page = await stall(
          '/sitegrade/sign-in',
          'Sec-Fetch-Site: same-origin',
          form,
          framing,
        );
        expect(page).toMatch(/^HTTP\/1\.1 408 .+no data arrived for 0\.05 s/s);
      },
    );
  });
}
