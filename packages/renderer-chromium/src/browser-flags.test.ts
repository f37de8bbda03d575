import { expect, it } from 'vitest';
import { browserFlags } from './browser-flags.ts';

const flags = browserFlags({ sandbox: true }, '/tmp/profile');

// Each of these holds even where another one fails, so that no test with a browser notices that one is missing.
it.each([
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-first-run',
  '--no-pings',
  '--remote-debugging-pipe',
  '--user-data-dir=/tmp/profile',
])('keep the browser to its pages and their proxies: %s', (flag) => {
  expect(flags).toContain(flag);
});

it('turn features off in one flag: a second one would replace the first', () => {
  const features = flags.filter((flag) => flag.startsWith('--disable-features='));
  expect(features).toHaveLength(1);
  for (const name of ['HttpsUpgrades', 'OptimizationHints', 'Prerender2', 'Translate'])
    expect(features[0]?.slice('--disable-features='.length).split(',')).toContain(name);
});

it('keep the sandbox, and what protects from pages', () => {
  const risks = /sandbox|popup-blocking|ipc-flooding|web-security|debugging-port|site-isolation/;
  expect(flags.filter((flag) => risks.test(flag))).toEqual([]);
  const open = browserFlags({ sandbox: false }, '/tmp/profile');
  expect(open.filter((flag) => risks.test(flag))).toEqual(['--no-sandbox']);
});
