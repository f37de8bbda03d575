import { describe, expect, it } from 'vitest';
import type { Probe, ResourceResponse } from '../../probes/probe-facts.ts';
import { evaluate, factsOf, outcomeOf, responseProbe } from '../fixtures/facts-of.ts';
import { filesBroken } from './files-broken.ts';
import { imagesBroken } from './images-broken.ts';

async function images(tags: string, probe: Probe) {
  const facts = await factsOf({ body: tags });
  const sample = facts.page.images.map((tag) => ({ tag, own: true, probe }));
  const found = { total: 9, sample };
  return evaluate(imagesBroken, { ...facts, probes: { ...facts.probes, images: found } });
}

const url = 'https://example.com/a';
const gone = responseProbe(url, { status: 404 });

describe('images', () => {
  it('fail without points if all are missing', async () => {
    expect(await images('<img src=/a><img src=/b>', gone)).toMatchObject({
      status: 'fail',
      points: 0,
      summary: '2 of 2 sampled images are broken: https://example.com/a (status 404).',
      evidence: [{ text: '<img src=/a>' }, { text: '<img src=/b>' }],
    });
    expect(imagesBroken.importance).toBe('high');
  });

  it.each([
    ['that load', '<img src=/a>', responseProbe(url, { contentType: 'image/png' })],
    // Scripts often send images with the media type of pages.
    ['with a wrong media type', '<img src=/a>', responseProbe(url)],
  ])('pass %s', async (_name, tags, probe) => {
    expect((await images(tags, probe)).status).toBe('pass');
  });

  it('with a handler for errors are not counted', async () => {
    expect((await images('<img src=/a onerror="this.src=\'/none.png\'">', gone)).status).toBe('na');
  });

  it('that no one sees are not counted', async () => {
    expect((await images('<img src=/a style="display:none">', gone)).status).toBe('na');
  });

  it('of a server that refuses us are not broken', async () => {
    expect((await images('<img src=/a>', responseProbe(url, { status: 403 }))).status).toBe(
      'error',
    );
    expect((await outcomeOf(imagesBroken)).status).toBe('na');
  });
});

describe('scripts and style sheets', () => {
  async function files(probe: Pick<ResourceResponse, 'status'>, own = true) {
    const facts = await factsOf({ head: '<script src="/a.js"></script>' });
    const whole = { ...responseProbe(url), ...probe } as unknown as ResourceResponse;
    const sample = facts.page.scripts.map((tag) => {
      return { tag, type: 'script' as const, own, probe: whole };
    });
    const resources = { total: 4, sample };
    return evaluate(filesBroken, { ...facts, probes: { ...facts.probes, resources } });
  }

  it('fail if they are missing', async () => {
    expect(await files({ status: 404 })).toMatchObject({
      status: 'fail',
      points: 0,
      summary:
        '1 of 1 sampled script or style sheet is broken: https://example.com/a (status 404).',
      evidence: [{ text: '<script src="/a.js">' }],
    });
  });

  it('pass if they load, and are unknown if the server refuses us', async () => {
    expect((await files({ status: 200 })).status).toBe('pass');
    expect((await files({ status: 403 })).status).toBe('error');
    expect((await files({ status: 502 })).status).toBe('fail');
    expect((await files({ status: 502 }, false)).status).toBe('error');
    expect((await outcomeOf(filesBroken)).status).toBe('na');
  });
});
