import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Goal, goalsOf, siteHost } from './goals.ts';
import { hostForms, trickyNames } from './host-forms.ts';
import { loopbackPorts } from './kernel-counts.ts';
import { type Way, ways } from './ways.ts';

/** A page of the site that is rendered. */
interface SitePage {
  readonly url: string;
  /** Whether it goes elsewhere, so that it may not be rendered. */
  readonly isLeaving: boolean;
}

interface Content {
  readonly isLeaving: boolean;
  readonly isSecure: boolean;
  readonly html: string;
  readonly scripts: readonly string[];
  readonly headers: readonly (readonly [string, string])[];
}

const securePages: ReadonlySet<string> = new Set([
  ...['secure-hints', 'service-worker', 'worklets', 'realtime', 'reports'],
]);

/** The ways with their goals. */
export const goals: readonly (readonly [Way, readonly Goal[]])[] = ways.map((way, index) => [
  way,
  goalsOf(way.id, index + 1),
]);

const contents = new Map<string, Content>();
for (const [way, all] of goals) {
  const isLeaving = way.page === 'navigation';
  if (isLeaving) {
    // Only the private ones: the guard may connect to the other, if the page may go there.
    for (const [index, goal] of all.slice(0, 2).entries())
      contents.set(`${way.id} ${index}`.replace(/\W+/g, '-'), contentOf(way, [goal]));
    continue;
  }
  const own = contentOf(way, all);
  const others = contents.get(way.page);
  contents.set(way.page, {
    ...own,
    html: (others?.html ?? '') + own.html,
    scripts: [...(others?.scripts ?? []), ...own.scripts],
    headers: [...(others?.headers ?? []), ...own.headers],
  });
}
for (const [page, code] of [
  ['hosts', ({ url }: Goal) => `fetch(${JSON.stringify(url)}, { mode: 'no-cors' })`],
  ['hosts-images', ({ url }: Goal) => `new Image().src = ${JSON.stringify(`${url}.png`)}`],
  [
    'hosts-sockets',
    ({ url }: Goal) => `new WebSocket(${JSON.stringify(url.replace('http', 'ws'))})`,
  ],
] as const) {
  const scripts = hostForms.map(code);
  contents.set(page, { isLeaving: false, isSecure: false, html: '', scripts, headers: [] });
}
contents.set('rebinding', {
  isLeaving: false,
  isSecure: false,
  html: '',
  headers: [],
  // One after the other, as connections are kept.
  scripts: Array.from({ length: 20 }, (_, index) => {
    const url = `http://rebind.${siteHost}${index % 2 === 0 ? '' : ':8080'}/way/rebinding/x?${index}`;
    return `setTimeout(() => fetch('${url}', { mode: 'no-cors' }), ${index * 150})`;
  }),
});
contents.set('other-schemes', {
  isLeaving: false,
  isSecure: false,
  headers: [],
  scripts: [],
  html: [
    'file:///etc/passwd',
    'chrome://version',
    'view-source:http://10.77.0.1/',
    'ftp://10.77.0.1/',
    'filesystem:http://10.77.0.1/temporary/x',
  ]
    .map((url) => `<iframe src="${url}"></iframe><img src="${url}">`)
    .join(''),
});
contents.set('proxy', {
  isLeaving: false,
  isSecure: false,
  html: '',
  scripts: [],
  headers: [],
});

function contentOf({ page, html, script, headers }: Way, all: readonly Goal[]): Content {
  return {
    isLeaving: page === 'navigation',
    isSecure: securePages.has(page),
    html: html === undefined ? '' : all.map(html).join('\n'),
    scripts: script === undefined ? [] : all.map(script),
    headers: Object.entries(headers?.(all) ?? {}),
  };
}

/** All pages. */
export const sitePages: readonly SitePage[] = [...contents].map(
  ([name, { isLeaving, isSecure }]) => ({
    url: `http${isSecure ? 's' : ''}://${siteHost}/page/${name}`,
    isLeaving,
  }),
);

/** The names of the network, with their addresses. */
export const names = trickyNames;

/** A page that opens others in windows. */
export function windowsUrl(urls: readonly string[]): string {
  return `http://${siteHost}/windows?${urls.map((url) => `url=${encodeURIComponent(url)}`).join('&')}`;
}

/** Serves what is on the host of the pages. */
export function serveSite(request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', `http://${siteHost}`);
  const [, status] = /^\/redirect\/(\d{3})$/.exec(url.pathname) ?? [];
  if (status !== undefined) {
    response.writeHead(Number(status), { location: url.searchParams.get('to') ?? '/' }).end();
    return;
  }
  if (url.pathname === '/slow') {
    setTimeout(() => response.end(), slowMs);
    return;
  }
  if (url.pathname === '/service-worker.js') {
    const to = JSON.stringify(url.searchParams.get('to') ?? '');
    response.setHeader('content-type', 'text/javascript');
    response.end(
      `fetch(${to}, { mode: 'no-cors' }); try { importScripts(${to} + '.js') } catch {}`,
    );
    return;
  }
  if (url.pathname === '/windows') {
    const opening = url.searchParams
      .getAll('url')
      .map((to) => `open(${JSON.stringify(to)}, '_blank', 'popup,width=400,height=600');`);
    response.setHeader('content-type', 'text/html');
    response.end(`<script>${opening.join('')}</script>`);
    return;
  }
  const [, name = ''] = /^\/page\/(.+)$/.exec(url.pathname) ?? [];
  const content = contents.get(name);
  if (content === undefined) {
    response.writeHead(404).end();
    return;
  }
  for (const [header, value] of content.headers) response.appendHeader(header, value);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(documentOf(name, content));
}

/** How long a page keeps sending a request, so that there is time for all others. */
const slowMs = 4_000;

function documentOf(name: string, { isLeaving, html, scripts }: Content): string {
  const own = name === 'proxy' ? proxyScripts() : scripts;
  const code = own
    .map((script) => `try { ${script}\n } catch (error) { console.error(error) }`)
    .join('\n')
    .replaceAll('</', '<\\/');
  return `<!doctype html><html lang="en"><title>${name}</title><h1>${name}</h1><p>${'rye '.repeat(60)}</p>
<img src="/own.png" alt="">
${html}
<script>
${isLeaving ? '' : "fetch('/slow');"}
const all = [];
addEventListener('unhandledrejection', (event) => event.preventDefault());
setTimeout(() => {
${code}
}, 50);
</script>`;
}

/** Scripts of a page that knows every port of this machine, and with it that of the proxy. */
function proxyScripts(): readonly string[] {
  return loopbackPorts(readFileSync('/proc/net/tcp', 'utf8')).flatMap((port) =>
    [
      '127.0.0.1',
      'localhost',
      '0.0.0.0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      `loopback.${siteHost}`,
    ].flatMap((host) => [
      `fetch('http://${host}:${port}/way/proxy/x', { mode: 'no-cors' })`,
      `new WebSocket('ws://${host}:${port}/way/proxy/x')`,
    ]),
  );
}
