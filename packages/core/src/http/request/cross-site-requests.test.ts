import { createClient } from '@sitegrade/adapter-suite/api-client';
import { type HostRequest, useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';
import { listReports } from '../../index.ts';

const path = '/api/v1/reports';
const publicUrl = 'https://public.example/tools';

// Requests that pages of other sites make browsers send.

describe('cross-site requests', () => {
  describe('with a login of the host', () => {
    let asked = 0;
    const authenticate = ({ headers }: HostRequest) => {
      asked += 1;
      return headers.cookie === 'session=ann' ? 'ann' : undefined;
    };
    const api = useApi(() => ({ authenticate, publicUrl }));
    const cookie = 'session=ann';
    const send = async (method: string, where: string, headers: Record<string, string>) => {
      const body = method === 'GET' ? {} : { body: '{}' };
      const { status, body: sent } = await createClient(api()).send(method, where, {
        headers: { 'content-type': 'application/json', cookie, ...headers },
        ...body,
      });
      return [status, sent.code];
    };

    it.each([
      ['POST', path],
      ['DELETE', `${path}/1`],
      ['PUT', '/api/v1/websites/1'],
      ['PATCH', '/api/v1/websites/1'],
      ['DELETE', '/api/v1/websites/1'],
    ])('%s %s is a 403 before the login is asked', async (method, where) => {
      asked = 0;
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site', authorization: 'Basic YTpi' },
      ]) {
        expect(await send(method, where, headers)).toEqual([403, 'cross_site']);
      }
      expect(asked).toBe(0);
    });

    it('changes nothing', async () => {
      const { context, site } = api();
      const reply = await createClient(api()).send('POST', path, {
        headers: {
          cookie,
          origin: 'https://evil.example',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ url: site.url }).toString(),
      });
      expect([reply.status, reply.body.code]).toEqual([403, 'cross_site']);
      expect(reply.headers.get('www-authenticate')).toBeNull();
      expect((await listReports(context, 'ann')).total).toBe(0);
    });

    it('may come from own pages, the same site, publicUrl, and programs', async () => {
      const { host } = new URL(api().url);
      for (const headers of [
        { 'sec-fetch-site': 'same-origin', origin: 'https://rewritten.example' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'same-site' },
        { origin: `http://${host}` },
        { origin: `https://${host}` },
        { origin: 'https://public.example' },
        { 'sec-fetch-site': 'cross-site', authorization: 'Bearer of-the-host' },
        {},
      ]) {
        expect(await send('DELETE', `${path}/1`, headers)).toEqual([404, 'not_found']);
      }
    });

    it('may read', async () => {
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      expect((await send('GET', path, headers))[0]).toBe(200);
      expect((await createClient(api()).send('OPTIONS', path, { headers })).status).toBe(204);
    });

    it('are checked after the method', async () => {
      const headers = { 'sec-fetch-site': 'cross-site' };
      expect(await send('PATCH', path, headers)).toEqual([405, 'method_not_allowed']);
    });

    it('are those with malformed headers, too', async () => {
      const { host } = new URL(api().url);
      for (const headers of [
        { origin: `http://${host}, http://${host}` },
        { origin: `http://${host}/` },
        { origin: host },
        { origin: '' },
        { 'sec-fetch-site': 'none, same-origin' },
        { 'sec-fetch-site': 'other' },
        { 'sec-fetch-site': '', origin: `http://${host}` },
      ]) {
        expect(await send('DELETE', `${path}/1`, headers)).toEqual([403, 'cross_site']);
      }
    });
  });

  describe('with API keys', () => {
    const api = useApi();

    it('may come from everywhere with a key', async () => {
      const user = await api().newUser();
      const { id } = await user.addReport();
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://app.example' };
      expect((await user.send('DELETE', `${path}/${id}`, { headers })).status).toBe(200);
    });

    it.each([
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ 'sec-fetch-site': 'cross-site' }, 403],
      [{ origin: 'https://evil.example' }, 403],
      [{ 'sec-fetch-site': 'same-origin' }, 401],
      [{}, 401],
    ])('without a key, %j is a %i', async (headers, status) => {
      const reply = await createClient(api()).send('DELETE', `${path}/1`, { headers });
      expect(reply.status).toBe(status);
    });
  });
});
