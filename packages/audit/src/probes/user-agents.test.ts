import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { probe } from './fixtures/probed-site.ts';

const text = 'Rye bread has a dark crust and a sour crumb. '.repeat(20);

/** Serves the page, to some user agents in another way. */
function site(others: Readonly<Record<string, (response: ServerResponse) => unknown>> = {}) {
  const agents: string[] = [];
  const respond = ({ url, headers }: IncomingMessage, response: ServerResponse) => {
    if (url !== '/dir/page') return response.writeHead(404).end();
    const agent = headers['user-agent'] ?? '';
    agents.push(agent);
    const respondTo = Object.entries(others).find(([name]) => agent.includes(name))?.[1];
    if (respondTo) return respondTo(response);
    return response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<!doctype html><title> Rye </title><h1>Rye</h1><p>${text}</p>`);
  };
  return { respond, agents };
}

it('requests the page only if it is asked to', async () => {
  const { respond, agents } = site();
  expect((await probe({ respond })).userAgents).toBeNull();
  expect(agents).toEqual([]);
});

it('requests the page as ChatGPT, as a browser and as a phone', async () => {
  const { respond, agents } = site();
  const { userAgents } = await probe({ respond, compareUserAgents: true });
  expect(agents.toSorted()).toEqual([
    expect.stringMatching(/^Mozilla\/5\.0 \(Linux; Android .* Mobile Safari\/537\.36$/),
    expect.stringMatching(/^Mozilla\/5\.0 \(Windows .* Chrome\/\d+\.0\.0\.0 Safari\/537\.36$/),
    expect.stringMatching(/ compatible; ChatGPT-User\/1\.0; \+https:\/\/openai\.com\/bot$/),
  ]);
  const seen = { kind: 'response', status: 200, title: 'Rye', words: 201, noindex: false };
  expect(userAgents).toMatchObject({
    assistant: seen,
    browser: { ...seen, refusal: null },
    phone: { ...seen, canonical: null, types: [] },
  });
});

it('reads what differs', async () => {
  const { respond } = site({
    'ChatGPT-User': (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'x-robots-tag': 'noindex' })
        .end('<!doctype html><title>Not for robots</title>'),
  });
  const { userAgents } = await probe({ respond, compareUserAgents: true });
  expect(userAgents).toMatchObject({
    assistant: { title: 'Not for robots', words: 0, noindex: true },
    browser: { title: 'Rye', noindex: false },
  });
});

it('reads the canonical link and the types of structured data', async () => {
  const { respond } = site({
    Android: (response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><link rel=canonical href="https://example.com/m"><script type="application/ld+json">[{"@context":"https://schema.org","@type":"Person"},{"@context":"https://schema.org","@type":["Article","Person"]}]</script>',
        ),
  });
  const { userAgents } = await probe({ respond, compareUserAgents: true });
  expect(userAgents).toMatchObject({
    browser: { canonical: null, types: [] },
    phone: { canonical: 'https://example.com/m', types: ['Article', 'Person'] },
  });
});

it('recognises a refusal, and who refused', async () => {
  const { respond } = site({
    'ChatGPT-User': (response) =>
      response.writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }).end(),
  });
  const { userAgents } = await probe({ respond, compareUserAgents: true });
  expect(userAgents?.assistant).toMatchObject({ status: 403, refusal: { by: 'Cloudflare' } });
});

it('reads only HTML', async () => {
  const { respond } = site({
    Chrome: (response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(text),
  });
  const { userAgents } = await probe({ respond, compareUserAgents: true });
  expect(userAgents?.browser).toMatchObject({ title: null, words: 0 });
});

it('does not use the name of an assistant that robots.txt disallows', async () => {
  const { respond, agents } = site();
  const robots = 'User-agent: ChatGPT-User\nDisallow: /dir/';
  const { userAgents } = await probe({ respond, robots, compareUserAgents: true });
  expect(userAgents?.assistant).toMatchObject({ kind: 'skipped', reason: 'robots_txt' });
  expect(userAgents?.browser.kind).toBe('response');
  expect(agents).toHaveLength(2);
});

it('is within the time limit of the probes', async () => {
  const { respond } = site({ 'ChatGPT-User': () => {} });
  const { userAgents } = await probe({
    respond,
    compareUserAgents: true,
    times: { eachMs: 300, totalMs: 1_000 },
  });
  expect(userAgents?.assistant).toMatchObject({ kind: 'failed', reason: 'fetch_timeout' });
});
