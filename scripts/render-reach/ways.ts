import type { Goal } from './goals.ts';
import { siteHost } from './goals.ts';

/** A way by which a page can make a browser request something. */
export interface Way {
  readonly id: string;
  /** The page that uses it. Each navigation of a whole page has its own page. */
  readonly page: string;
  /** What the page contains. */
  readonly html?: (goal: Goal) => string;
  /** A script of the page. `to` is the URL. */
  readonly script?: (goal: Goal) => string;
  /** Headers of the page. */
  readonly headers?: (goals: readonly Goal[]) => Readonly<Record<string, string>>;
  /** Why a browser without our flags reaches nothing by it either. */
  readonly quiet?: string;
}

const text = (value: string) => JSON.stringify(value);

/** Ways in HTML on the page `files`. */
const files: readonly Way[] = Object.entries({
  img: ({ url }: Goal) => `<img src="${url}.png">`,
  srcset: ({ url }: Goal) => `<img srcset="${url}.png 1x, ${url}.png?2 2x">`,
  picture: ({ url }: Goal) => `<picture><source srcset="${url}.webp"><img></picture>`,
  'input image': ({ url }: Goal) => `<input type="image" src="${url}.png">`,
  'svg image': ({ url }: Goal) => `<svg><image href="${url}.png"/></svg>`,
  'svg filter': ({ url }: Goal) =>
    `<svg><filter id="f"><feImage href="${url}.png"/></filter></svg>`,
  script: ({ url }: Goal) => `<script src="${url}.js"></script>`,
  module: ({ url }: Goal) => `<script type="module" src="${url}.js"></script>`,
  stylesheet: ({ url }: Goal) => `<link rel="stylesheet" href="${url}.css">`,
  import: ({ url }: Goal) => `<style>@import "${url}.css";</style>`,
  background: ({ url }: Goal) => `<p style="background:url(${url}.png)">x</p>`,
  'image-set': ({ url }: Goal) =>
    `<p style="background:image-set('${url}.png' 1x, '${url}.png?2' 2x)">x</p>`,
  mask: ({ url }: Goal) => `<p style="mask-image:url(${url}.svg)">x</p>`,
  'list-style': ({ url }: Goal) => `<ul style="list-style-image:url(${url}.png)"><li>x</ul>`,
  video: ({ url }: Goal) => `<video src="${url}.mp4" preload="auto"></video>`,
  poster: ({ url }: Goal) => `<video poster="${url}.png"></video>`,
  audio: ({ url }: Goal) => `<audio src="${url}.mp3" preload="auto"></audio>`,
  track: ({ url }: Goal) =>
    `<video crossorigin src="/sound.mp4"><track default kind="captions" src="${url}.vtt"></video>`,
  font: ({ way, address, url }: Goal) => {
    const family = `f-${way}-${address.replaceAll('.', '-')}`;
    return `<style>@font-face{font-family:${family};src:url(${url}.woff2)}</style><p style="font-family:${family}">x</p>`;
  },
}).map(([id, html]) => ({ id, page: 'files', html }));

/** Ways in scripts on the page `scripts`. */
const scripts: readonly Way[] = Object.entries({
  fetch: ({ url }: Goal) => `fetch(${text(url)})`,
  'fetch no-cors': ({ url }: Goal) => `fetch(${text(url)}, { mode: 'no-cors' })`,
  'fetch keepalive': ({ url }: Goal) =>
    `fetch(${text(url)}, { method: 'POST', keepalive: true, body: 'x' })`,
  'fetch preflight': ({ url }: Goal) =>
    `fetch(${text(url)}, { method: 'PUT', headers: { 'x-own': '1' } })`,
  xhr: ({ url }: Goal) =>
    `{ const x = new XMLHttpRequest(); x.open('GET', ${text(url)}); x.send(); }`,
  sendBeacon: ({ url }: Goal) => `navigator.sendBeacon(${text(url)}, 'x')`,
  ping: ({ url }: Goal) =>
    `{ const a = document.createElement('a'); a.href = '#x'; a.ping = ${text(url)}; document.body.append(a); a.click(); }`,
  EventSource: ({ url }: Goal) => `new EventSource(${text(url)})`,
  WebSocket: ({ url }: Goal) => `new WebSocket(${text(url.replace('http', 'ws'))})`,
  'import()': ({ url }: Goal) => `import(${text(`${url}.js`)})`,
  Image: ({ url }: Goal) => `new Image().src = ${text(url)}`,
  FontFace: ({ url }: Goal) => `new FontFace('x', 'url(${url})').load()`,
  'form in a frame': ({ url, address }: Goal) =>
    `{ const f = document.createElement('form'); f.method = 'POST'; f.action = ${text(url)}; f.target = ${text(address)};
      const frame = document.createElement('iframe'); frame.name = ${text(address)}; document.body.append(frame, f); f.submit(); }`,
}).map(([id, script]) => ({ id, page: 'scripts', script }));

/** Ways in frames on the page `frames`. */
const frames: readonly Way[] = Object.entries({
  iframe: ({ url }: Goal) => `<iframe src="${url}"></iframe>`,
  object: ({ url }: Goal) => `<object data="${url}.html" type="text/html"></object>`,
  embed: ({ url }: Goal) => `<embed src="${url}.html" type="text/html">`,
  srcdoc: ({ url }: Goal) => `<iframe srcdoc="<img src='${url}.png'>"></iframe>`,
  'data: frame': ({ url }: Goal) => `<iframe src="data:text/html,<img src='${url}.png'>"></iframe>`,
  'javascript: frame': ({ url }: Goal) =>
    `<iframe src="javascript:void fetch('${url}', { mode: 'no-cors' })"></iframe>`,
}).map(([id, html]) => ({ id, page: 'frames', html }));

/** Hints to load something early, on the page `hints`. */
const hints: readonly Way[] = [
  {
    id: 'dns-prefetch',
    page: 'hints',
    html: ({ host }) => `<link rel="dns-prefetch" href="//dns-${host}.${siteHost}">`,
    quiet: 'asks for addresses only: see the questions',
  },
  ...Object.entries({
    preconnect: ({ host }: Goal) => `<link rel="preconnect" href="http://${host}">`,
    prefetch: ({ url }: Goal) => `<link rel="prefetch" href="${url}">`,
    preload: ({ url }: Goal) => `<link rel="preload" as="image" href="${url}.png">`,
    'preload fetch': ({ url }: Goal) => `<link rel="preload" as="fetch" crossorigin href="${url}">`,
    modulepreload: ({ url }: Goal) => `<link rel="modulepreload" href="${url}.js">`,
    icon: ({ url }: Goal) => `<link rel="icon" href="${url}.ico">`,
    manifest: ({ url }: Goal) => `<link rel="manifest" href="${url}.json">`,
  }).map(([id, html]) => ({
    id,
    page: 'hints',
    html,
    ...((id === 'icon' || id === 'manifest') && { quiet: 'not loaded without a window' }),
  })),
  {
    id: 'Link header',
    page: 'hints',
    headers: (goals) => ({
      link: goals
        .flatMap(({ host, url }) => [
          `<http://${host}>; rel=preconnect`,
          `<${url}>; rel=preload; as=image`,
        ])
        .join(', '),
    }),
  },
  ...(['prefetch', 'prerender'] as const).map((kind) => ({
    id: `speculation ${kind}`,
    page: 'secure-hints',
    html: ({ secureUrl }: Goal) =>
      `<script type="speculationrules">${JSON.stringify({ [kind]: [{ source: 'list', urls: [secureUrl], eagerness: 'immediate' }] })}</script>`,
  })),
];

/** Workers, on pages without and with TLS: some need it. */
const workers: readonly Way[] = [
  ...Object.entries({
    'worker fetch': ({ url }: Goal) => `fetch(${text(url)}, { mode: 'no-cors' })`,
    'worker XHR': ({ url }: Goal) =>
      `{ const x = new XMLHttpRequest(); x.open('GET', ${text(url)}); x.send(); }`,
    importScripts: ({ url }: Goal) => `try { importScripts(${text(`${url}.js`)}) } catch {}`,
    'worker WebSocket': ({ url }: Goal) => `new WebSocket(${text(url.replace('http', 'ws'))})`,
    'worker EventSource': ({ url }: Goal) => `new EventSource(${text(url)})`,
    'nested worker': ({ url }: Goal) =>
      `new Worker(URL.createObjectURL(new Blob([${text(`fetch(${text(url)}, { mode: 'no-cors' })`)}])))`,
  }).map(([id, code]) => ({
    id,
    page: 'workers',
    script: (goal: Goal) => `new Worker(URL.createObjectURL(new Blob([${text(code(goal))}])))`,
  })),
  {
    id: 'shared worker',
    page: 'workers',
    script: ({ url }) =>
      `new SharedWorker(URL.createObjectURL(new Blob([${text(`fetch(${text(url)}, { mode: 'no-cors' })`)}])))`,
  },
  {
    id: 'service worker',
    page: 'service-worker',
    script: ({ secureUrl, address }) =>
      `navigator.serviceWorker.register('/service-worker.js?to=' + encodeURIComponent(${text(secureUrl)}), { scope: '/scope-${address}/' })`,
  },
  {
    id: 'audio worklet',
    page: 'worklets',
    script: ({ secureUrl }) =>
      `new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule(${text(`${secureUrl}.js`)})`,
  },
  {
    id: 'paint worklet',
    page: 'worklets',
    script: ({ secureUrl }) => `CSS.paintWorklet.addModule(${text(`${secureUrl}.js`)})`,
  },
];

/** Protocols other than HTTP, on the page `realtime`. */
const realtime: readonly Way[] = [
  ...Object.entries({
    'WebRTC STUN': ({ host }: Goal) => [`stun:${host}:3478`],
    'WebRTC TURN': ({ host }: Goal) => [`turn:${host}:3478?transport=udp`],
    'WebRTC TURN TCP': ({ host }: Goal) => [`turn:${host}:3478?transport=tcp`],
    'WebRTC TURNS': ({ host }: Goal) => [`turns:${host}:443?transport=tcp`],
  }).map(([id, urls]) => ({
    id,
    page: 'realtime',
    script: (goal: Goal) => `{
      const peer = new RTCPeerConnection({ iceServers: [{ urls: ${JSON.stringify(urls(goal))}, username: 'x', credential: 'x' }] });
      peer.createDataChannel('x');
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      all.push(peer);
    }`,
  })),
  {
    id: 'WebRTC peer',
    page: 'realtime',
    // A peer that is an address of the network: connectivity checks are sent to it.
    script: ({ address }) => `{
      const peer = new RTCPeerConnection();
      peer.createDataChannel('x');
      peer.createOffer().then(async (offer) => {
        await peer.setLocalDescription(offer);
        const answerer = new RTCPeerConnection();
        await answerer.setRemoteDescription(offer);
        const answer = await answerer.createAnswer();
        await peer.setRemoteDescription(answer);
        await peer.addIceCandidate({ candidate: 'candidate:1 1 udp 2113937151 ${address} 3478 typ host', sdpMid: '0' });
        await peer.addIceCandidate({ candidate: 'candidate:2 1 tcp 1518280447 ${address} 3478 typ host tcptype passive', sdpMid: '0' });
      });
      all.push(peer);
    }`,
  },
  {
    id: 'WebTransport',
    page: 'realtime',
    script: ({ secureUrl }) => `new WebTransport(${text(secureUrl)}).ready.catch(() => {})`,
  },
  {
    id: 'WebSocket with TLS',
    page: 'realtime',
    script: ({ secureUrl }) => `new WebSocket(${text(secureUrl.replace('http', 'ws'))})`,
  },
];

/** What browsers send by themselves because a page asks for it, on the page `reports`, and what identity providers get. */
const reports: readonly Way[] = [
  {
    id: 'CSP report-uri',
    page: 'reports',
    headers: (goals) => ({
      'content-security-policy-report-only': `img-src 'none'; report-uri ${goals.map(({ secureUrl }) => secureUrl).join(' ')}`,
    }),
  },
  ...(['address', 'name', 'public'] as const).map((which, index) => ({
    id: `CSP report-to, ${which}`,
    page: 'reports',
    headers: (goals: readonly Goal[]) => ({
      'reporting-endpoints': `own${index}="${goals[index]?.secureUrl}"`,
      'content-security-policy-report-only': `img-src 'none'; report-to own${index}`,
    }),
  })),
  {
    id: 'Reporting API, NEL',
    page: 'reports',
    headers: (goals) => ({
      'report-to': goals
        .map(({ secureUrl, address }) =>
          JSON.stringify({ group: address, max_age: 9999, endpoints: [{ url: secureUrl }] }),
        )
        .join(', '),
      nel: JSON.stringify({
        report_to: goals[0]?.address,
        max_age: 9999,
        success_fraction: 1,
        failure_fraction: 1,
      }),
    }),
  },
  {
    id: 'FedCM',
    page: 'reports',
    script: ({ secureUrl }) =>
      `navigator.credentials.get({ identity: { providers: [{ configURL: ${text(`${secureUrl}.json`)}, clientId: 'x' }] } })`,
    quiet: 'only one request at a time, and only with accounts',
  },
  {
    id: 'related origins',
    page: 'reports',
    script: ({ host }) =>
      `navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16), rpId: ${text(host)} } })`,
    quiet: 'needs a window with focus',
  },
  {
    id: 'payment manifest',
    page: 'reports',
    script: ({ secureUrl }) =>
      `new PaymentRequest([{ supportedMethods: ${text(secureUrl)} }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment()`,
    quiet: 'only where payment apps are installed',
  },
];

/** Redirects of what a page loads from its own site. */
const redirects: readonly Way[] = [301, 302, 303, 307, 308].flatMap((status) =>
  Object.entries({
    fetch: (to: string) => `fetch(${text(to)}, { mode: 'no-cors', method: 'POST' })`,
    img: (to: string) => `new Image().src = ${text(to)}`,
    frame: (to: string) =>
      `{ const f = document.createElement('iframe'); f.src = ${text(to)}; document.body.append(f); }`,
  })
    // A page has at most twenty frames.
    .filter(([kind]) => kind !== 'frame' || status === 302 || status === 307)
    .map(([kind, script]) => ({
      id: `${kind}, redirect ${status}`,
      page: 'redirects',
      script: ({ url }: Goal) => script(`/redirect/${status}?to=${encodeURIComponent(url)}`),
    })),
);

/** Navigations of the whole page. Each goal has its own page. */
const navigations: readonly Way[] = [
  ...Object.entries({
    'meta refresh': ({ url }: Goal) => `<meta http-equiv="refresh" content="0;url=${url}">`,
  }).map(([id, html]) => ({ id, page: 'navigation', html })),
  ...Object.entries({
    location: ({ url }: Goal) => `location = ${text(url)}`,
    'form GET': ({ url }: Goal) =>
      `{ const f = document.createElement('form'); f.action = ${text(url)}; document.body.append(f); f.submit(); }`,
    'window.open': ({ url }: Goal) =>
      `open(${text(url)}); open(${text(url)}, '_blank', 'noopener')`,
    'link to a window': ({ url }: Goal) =>
      `{ const a = document.createElement('a'); a.href = ${text(url)}; a.target = '_blank'; document.body.append(a); a.click(); }`,
    'download link': ({ url }: Goal) =>
      `{ const a = document.createElement('a'); a.href = ${text(url)}; a.download = 'x'; document.body.append(a); a.click(); }`,
  }).map(([id, script]) => ({ id, page: 'navigation', script })),
  ...[301, 302, 303, 307, 308].map((status) => ({
    id: `page, redirect ${status}`,
    page: 'navigation',
    script: ({ url }: Goal) =>
      `location = ${text(`/redirect/${status}?to=${encodeURIComponent(url)}`)}`,
  })),
];

/** All ways, except the forms of hosts. */
export const ways: readonly Way[] = [
  ...files,
  ...scripts,
  ...frames,
  ...hints,
  ...workers,
  ...realtime,
  ...reports,
  ...redirects,
  ...navigations,
];
