import type { RenderRequest } from '@sitegrade/core';
import { expect, it } from 'vitest';
import { type PausedRequest, requestPolicy } from './request-policy.ts';

const site = 'https://site.test/';

function policyOf(changes: Partial<RenderRequest> = {}, requests = 100) {
  const policy = requestPolicy('main', {
    url: site,
    proxy: '',
    userAgent: '',
    headers: {},
    limits: {
      totalMs: 0,
      quietMs: 0,
      busyMs: 0,
      rulesMs: 0,
      requests,
      htmlBytes: 0,
      screenshotBytes: 0,
    },
    screenshot: false,
    isNavigationAllowed: () => true,
    ...changes,
  });
  const decide = (url: string, more: Partial<PausedRequest> = {}) =>
    policy.decide({
      request: { url, headers: {} },
      frameId: 'main',
      resourceType: 'Image',
      ...more,
    });
  return { ...policy, decide };
}

const navigation = { resourceType: 'Document' } as const;
const continued = { kind: 'continue', headers: undefined };

it('lets a page that is cut off request nothing', async () => {
  const { decide, cutOff } = policyOf();
  cutOff();
  const refusal = { kind: 'refuse', errorReason: 'BlockedByClient' };
  expect(await decide('https://site.test/a.png')).toEqual(refusal);
  expect(await decide('https://other.test/a.js')).toEqual(refusal);
  expect(await decide('data:,a')).toEqual(continued);
});

it('lets a page go nowhere after it was read, and load what it has', async () => {
  const { decide, freeze, refused } = policyOf();
  expect(await decide(site, navigation)).toEqual(continued);
  expect(await decide('https://site.test/second', navigation)).toEqual(continued);
  freeze();
  const refusal = { kind: 'refuse', errorReason: 'Aborted' };
  expect(await decide('https://site.test/third', navigation)).toEqual(refusal);
  expect(await decide(site, navigation)).toEqual(refusal);
  expect(await decide('https://site.test/a.png')).toEqual(continued);
  expect(refused()).toBe(2);
});

it('asks about other documents only, without fragments', async () => {
  const asked: string[] = [];
  const { decide } = policyOf({
    url: `${site}#top`,
    isNavigationAllowed: async (url) => asked.push(url) < 2,
  });
  expect(await decide(site, navigation)).toEqual(continued);
  expect(await decide(`${site}#end`, navigation)).toEqual(continued);
  expect(await decide('https://site.test/frame', { ...navigation, frameId: 'f' })).toEqual(
    continued,
  );
  expect(await decide('https://site.test/a#b', navigation)).toEqual(continued);
  expect(await decide('https://site.test/c', navigation)).toEqual({
    kind: 'leave',
    url: 'https://site.test/c',
  });
  expect(asked).toEqual(['https://site.test/a', 'https://site.test/c']);
});

it('adds headers to the origin only, instead of those of the page', async () => {
  const { decide } = policyOf({ headers: { 'X-Own': 'ours', Authorization: 'Basic x' } });
  const ours = [
    { name: 'X-Own', value: 'ours' },
    { name: 'Authorization', value: 'Basic x' },
  ];
  const request = { url: `${site}a`, headers: { 'x-own': 'page', Accept: '*/*' } };
  expect(await decide('', { request })).toEqual({
    kind: 'continue',
    headers: [{ name: 'Accept', value: '*/*' }, ...ours],
  });
  const others = [
    'http://site.test/',
    'https://site.test:8443/',
    'https://www.site.test/',
    'https://site.test.evil/',
  ];
  for (const url of others) expect(await decide(url)).toEqual(continued);
});

it('refuses other schemes, and too many requests and frames', async () => {
  const { decide, refused } = policyOf({}, 30);
  const refusal = { kind: 'refuse', errorReason: 'BlockedByClient' };
  expect(await decide('file:///etc/passwd')).toEqual(refusal);
  expect(await decide('chrome://version')).toEqual(refusal);
  for (const url of ['data:text/plain,x', 'blob:https://site.test/1', 'about:srcdoc'])
    expect(await decide(url)).toEqual(continued);
  const frame = { ...navigation, frameId: 'frame' };
  for (let count = 0; count < 20; count += 1) expect(await decide(site, frame)).toEqual(continued);
  expect(await decide(site, frame)).toEqual(refusal);
  for (let count = 23; count < 30; count += 1) expect(await decide(site)).toEqual(continued);
  expect(await decide(site)).toEqual(refusal);
  expect(await decide('data:text/plain,x')).toEqual(continued);
  expect(refused()).toBe(4);
});
