import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it } from 'vitest';

// A04: records of one user do not exist for another, in any operation.

describe('owners', () => {
  const api = useApi();

  const two = async () => {
    const [mine, theirs] = [await api().newUser(), await api().newUser()];
    const report = await theirs.addReport({ domain: 'secret.test', url: 'https://secret.test/' });
    return { mine, theirs, report };
  };

  it.each([
    ['GET', 'reports'],
    ['DELETE', 'reports'],
    ['GET', 'websites'],
    ['PUT', 'websites'],
    ['PATCH', 'websites'],
    ['DELETE', 'websites'],
  ])('A04: %s on another owner’s %s is a 404', async (method, collection) => {
    const { mine, theirs, report } = await two();
    const id = collection === 'reports' ? report.id : report.websiteId;
    const before = await theirs.get(`/api/v1/${collection}/${id}`);
    const options = method.startsWith('P')
      ? { headers: { 'content-type': 'application/json' }, body: '{"privacy":0}' }
      : {};
    const foreign = await mine.send(method, `/api/v1/${collection}/${id}`, options);
    const missing = await mine.send(method, `/api/v1/${collection}/999999999`, options);
    const malformed = await mine.send(method, `/api/v1/${collection}/x`, options);
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(missing.text);
    expect(foreign.text).toBe(malformed.text);
    expect((await theirs.get(`/api/v1/${collection}/${id}`)).text).toBe(before.text);
  });

  it('A04: are separate in listings, filters and searches', async () => {
    const { mine, report } = await two();
    const myReport = await mine.addReport({ domain: 'own.test', url: 'https://own.test/' });
    for (const [query, ids] of [
      ['reports', [myReport.id]],
      ['reports?search=secret', []],
      ['reports?search=test', [myReport.id]],
      [`reports?website_id=${report.websiteId}`, []],
      ['reports?result=good', [myReport.id]],
      ['websites', [myReport.websiteId]],
      ['websites?search=secret', []],
      ['websites?search=test', [myReport.websiteId]],
    ] as const) {
      const reply = await mine.list(`/api/v1/${query}`);
      expect([query, reply.ids, reply.body.meta.total]).toEqual([query, ids, ids.length]);
    }
  });

  it('may each have a website of the same domain', async () => {
    const { mine, report } = await two();
    const myReport = await mine.addReport({ domain: 'secret.test' });
    expect(myReport.websiteId).not.toBe(report.websiteId);
    const { body } = await mine.list('/api/v1/websites');
    expect(body.data).toMatchObject([{ domain: 'secret.test', reports_count: 1 }]);
  });

  it('keep their records when another deletes the same ones', async () => {
    const { mine, theirs, report } = await two();
    const myReport = await mine.addReport({ domain: 'secret.test' });
    await mine.delete(`/api/v1/websites/${myReport.websiteId}`);
    expect((await theirs.list('/api/v1/reports')).ids).toEqual([report.id]);
    expect((await mine.list('/api/v1/reports')).ids).toEqual([]);
  });
});
