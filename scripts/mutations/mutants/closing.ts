import type { Mutant } from '../mutant.ts';
import { inFile } from './in-file.ts';

const http = 'packages/core/src/http/';
const connections = 'connections';
const fastify = 'packages/adapter-fastify/src/';
const express = 'packages/adapter-express/src/';

/** What ends connections when a server closes, and keeps the API out of its host's way. */
export const closingMutants: readonly Mutant[] = [
  ...inFile(`${http}pipeline.ts`, http, [
    [
      'closing: connections of HTTP/2 are left alone',
      'incoming.httpVersionMajor === 1 && ',
      '',
      connections,
      'of HTTP/2',
    ],
    [
      'pipelining: a flood closes its connection',
      'incoming.socket.destroy();',
      '',
      'pipeline',
      'hundred',
    ],
    [
      'pipelining: each request has a round of its own',
      'await setImmediate();',
      '',
      'pipeline',
      'round of its own',
    ],
  ]),
  ...inFile(`${http}connections.ts`, http, [
    [
      'closing: what the host put in between is read on',
      'if (isStream(body)) body.resume();',
      '',
      connections,
      'put in between',
    ],
    [
      'closing: not before the body is in',
      'closing && incoming.complete && outgoing',
      'closing && outgoing',
      connections,
      'still coming',
    ],
    [
      'closing: not before the answer is out',
      'incoming.complete && outgoing.writableFinished',
      'incoming.complete',
      connections,
      'came while it was closing',
    ],
    [
      'closing: not while the server does not',
      'if (closing && incoming',
      'if (incoming',
      connections,
      'keeps connections',
    ],
    [
      'closing: no close is said while the body comes',
      '|| !request.incoming.complete) return',
      ') return',
      connections,
      'still coming',
    ],
    [
      'closing: what does not come is cut off',
      'if (!complete) socket.destroy()',
      'if (!complete) socket.ref()',
      connections,
      'does not come in time',
    ],
    [
      'closing: what takes longer is not',
      'if (!complete) socket.destroy()',
      'socket.destroy()',
      connections,
      'that takes longer',
    ],
  ]),
  ...inFile(`${fastify}sitegrade-plugin.ts`, fastify, [
    [
      'hosts: Fastify’s parsers stay the host’s',
      '/** Fastify hands its own options',
      "Object.assign(sitegradePlugin, { [Symbol.for('skip-override')]: true });\n/** Fastify hands its own options",
      'hosts',
      'leaves what is the host',
    ],
  ]),
  ...inFile(`${fastify}sitegrade-plugin.ts`, 'packages/adapter-parity/src/', [
    [
      'parity: Fastify adds nothing to a 405',
      '.headers(headers)',
      ".headers(status === 405 ? { ...headers, vary: 'accept' } : headers)",
      'parity',
      'A17',
    ],
    [
      'parity: Fastify says the same to HEAD',
      '.headers(headers)',
      ".headers(reply.request.method === 'HEAD' ? { ...headers, 'content-length': '0' } : headers)",
      'parity',
      'A17',
    ],
  ]),
  ...inFile(`${express}sitegrade-router.ts`, 'packages/adapter-parity/src/', [
    ['parity: Express is as strict with slashes', 'strict: true', 'strict: false', 'parity', 'A06'],
  ]),
  ...inFile(`${express}sitegrade-router.ts`, express, [
    [
      'hosts: Express’s 404s stay the host’s',
      'return Object.assign(router',
      'router.use((_request, response) => void response.status(404).end());\n  return Object.assign(router',
      'hosts',
      'leaves what is the host',
    ],
  ]),
];
