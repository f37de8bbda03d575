import { createApiClient } from '../api-client.ts';
import { median } from '../budgets/time-node.ts';
import { type Attack, type Figure, withTarget } from './attack.ts';
import type { AttackedServer, Owner } from './start-server.ts';
import { html, type Site } from './start-target.ts';

// Pages that keep the browser busy. Another owner's page must still be rendered, and nearly as fast as alone.

/** A page that a script builds, which the victim requests reports of. */
const builtPage =
  html(`<!doctype html><html lang=en><title>A page</title><div id=root></div><script>
  root.innerHTML = '<h1>Rye</h1>' + '<p>Rye bread.</p>'.repeat(200);
  for (const at of [1, 2, 3]) fetch('/file' + at);
</script>`);

const script = (source: string): Site[string] =>
  html(
    `<!doctype html><html lang=en><title>x</title><div id=root></div><script>${source}</script>`,
  );

const worker = (source: string) =>
  `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(source)}])))`;

const withoutEnd = (source: string) =>
  `setInterval(() => { for (let at = 0; at < 500; at++) ${source} })`;

/** The scripts of the pages of the attacker, which requests reports of them all the time. */
const scripts: Readonly<Record<string, string>> = {
  'a script without an end': 'while (true);',
  '100,000 requests': `for (let at = 0; at < 100000; at++) fetch('/' + at).catch(() => {})`,
  'workers without an end': `for (let at = 0; at < 20; at++) ${worker('while (true);')}`,
  'requests of workers': `for (let at = 0; at < 20; at++) ${worker(withoutEnd("fetch('data:,' + at)"))}`,
  'requests to the page': `const url = URL.createObjectURL(new Blob(['x'])); ${withoutEnd('fetch(url)')}`,
  frames: withoutEnd("root.append(document.createElement('iframe'))"),
  sockets: withoutEnd("new WebSocket('ws://' + location.host + '/' + at)"),
  'a growing page': withoutEnd("root.append('x'.repeat(50), document.createElement('br'))"),
};

/** Reports of the victim, one after the other. */
const victims = 5;
/** How many of these attacks `--quick` makes: the others come close to their bound on two cores. */
const quick = 1;

export const renderingAttacks: readonly Attack[] = Object.entries(scripts).map(
  ([name, source], at) => ({
    name: `rendered: ${name}`,
    renders: true,
    isLong: at >= quick,
    run: (server) =>
      withTarget({ '/': script(source), '/built': builtPage }, async (origin) => {
        const url = `${origin}/built`;
        // The first one starts the browser.
        await render(server, 'victim', url);
        const before = await renderInTurn(server, url);
        const attack = new AbortController();
        const attackers = Array.from({ length: 5 }, async () => {
          while (!attack.signal.aborted) await render(server, 'first', origin, attack.signal);
        });
        const during = await renderInTurn(server, url);
        attack.abort();
        await Promise.all(attackers);
        // Also after it: what else the machine does may change meanwhile.
        const after = await renderInTurn(server, url);
        const alone = [...before.times, ...after.times];
        return [
          {
            what: 'another owner',
            measured: median(during.times) / median(alone),
            bound: 1.5,
            unit: '×',
            note: `alone ${list(alone)}, attacked ${list(during.times)}`,
          },
          {
            what: 'not rendered',
            measured: during.failed.length,
            bound: 0,
            unit: '',
            note: during.failed.join(', '),
          },
        ] satisfies Figure[];
      }),
  }),
);

const list = (times: readonly number[]) =>
  `${times.map((ms) => (ms / 1000).toFixed(1)).join(' ')} s`;

async function renderInTurn(server: AttackedServer, url: string) {
  const times: number[] = [];
  const failed: string[] = [];
  for (let count = 0; count < victims; count++) {
    const startedAt = performance.now();
    const status = await render(server, 'victim', url);
    times.push(performance.now() - startedAt);
    if (status !== 'rendered') failed.push(status);
  }
  return { times, failed };
}

/** Requests a report, and returns what came of the rendering: `rendered`, the reason, or the status of the response. */
async function render(
  server: AttackedServer,
  owner: Owner,
  url: string,
  signal?: AbortSignal,
): Promise<string> {
  const client = createApiClient(server.address, server.keys[owner]);
  const body = new URLSearchParams({ url }).toString();
  try {
    const { status, json } = await client.send('POST', '/api/v1/reports', body, undefined, signal);
    const { rendering } = (json as Report).data?.page ?? {};
    return rendering?.reason ?? rendering?.status ?? String(status);
  } catch (error) {
    if (signal?.aborted) return 'stopped';
    throw error;
  }
}

interface Report {
  readonly data?: {
    readonly page?: { readonly rendering?: { readonly status: string; readonly reason?: string } };
  };
}
