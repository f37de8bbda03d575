import { useApi } from '@sitegrade/adapter-suite/in-process';
import { describe, expect, it, vi } from 'vitest';

const path = '/api/v1/reports';
const waitMs = { timeout: 20_000 };

// Limits of concurrent analyses.

describe('POST /reports while others are in progress', () => {
  const api = useApi(() => ({ analyses: { perOwner: 2, total: 3, waiting: 0 } }));

  it('is refused with 429 at the limit of the owner, with 503 at the limit of the server', async () => {
    const [ann, bob] = [await api().newUser(), await api().newUser()];
    const { site } = api();
    const held = { url: `${site.url}/held` };
    const running = [ann.form('POST', path, held), ann.form('POST', path, held)];
    await vi.waitFor(() => expect(site.heldRequests()).toBe(2), waitMs);

    const limited = await ann.form('POST', path, { url: site.url });
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ann.list(path)).status).toBe(200);

    running.push(bob.form('POST', path, held));
    await vi.waitFor(() => expect(site.heldRequests()).toBe(3), waitMs);
    const overloaded = await bob.form('POST', path, { url: site.url });
    expect([overloaded.status, overloaded.body.code]).toEqual([503, 'overloaded']);
    expect(Number(overloaded.headers.get('retry-after'))).toBeGreaterThan(0);

    site.release();
    for (const { status } of await Promise.all(running)) expect(status).toBe(201);
    expect((await ann.form('POST', path, { url: site.url })).status).toBe(201);
    expect((await ann.list(path)).body.meta.total).toBe(3);
  });
});

describe('POST /reports for pages that take too much work', () => {
  const api = useApi(() => ({}), { cpuMs: 1 });

  it('is refused with 422 and the field, and stores nothing', async () => {
    const user = await api().newUser();
    const { status, body } = await user.form('POST', path, { url: `${api().site.url}/complex` });
    expect([status, body.code, body.reason]).toEqual([422, 'page_too_complex', 'page_too_complex']);
    expect(body.errors).toEqual({ url: [expect.any(String)] });
    expect((await user.list(path)).body.meta.total).toBe(0);
  });
});

describe('POST /reports for pages that never respond', () => {
  const api = useApi(() => ({ analyses: { perOwner: 1, total: 1 } }), {
    totalMs: 1_000,
  });

  it('N32: end, and a good page gets the slot', async () => {
    const { site } = api();
    const [ann, eve] = [await api().newUser(), await api().newUser()];
    const hung = ann.form('POST', path, { url: `${site.url}/slow` });
    await vi.waitFor(() => expect(site.slowRequests()).toBe(1), waitMs);
    // On a busy machine, the good page may take too long as well.
    await vi.waitFor(async () => {
      expect((await eve.form('POST', path, { url: site.url })).status).toBe(201);
    }, waitMs);
    expect(site.slowRequests()).toBe(0);
    const { status, body } = await hung;
    expect([status, body.code]).toEqual([422, 'page_timed_out']);
  });
});
