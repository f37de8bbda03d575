import type { Mutant } from '../mutant.ts';
import { inFetch } from './in-file.ts';

/** How much may come back, and what a caller is told. */
export const responseMutants: readonly Mutant[] = [
  ...inFetch('read-body', [
    [
      'body: what comes over the network is counted',
      "if (wire.bytes > max) throw fetchError('body_too_large');",
      '',
      'read-body',
      'as it comes',
    ],
    [
      'body: what it unpacks to is counted',
      'if (size > max) throw fetchError(failure);',
      '',
      'read-body',
      'N15',
    ],
    [
      'body: the wire has its own count',
      'const source = counted(stream, maxWireBytes, wire);',
      'const source = counted(stream, Number.POSITIVE_INFINITY, wire);',
      'read-body',
      'N14|as it comes',
    ],
    ['body: cutAt stops reading', 'if (size >= cutAt) break;', '', 'read-body', 'cutAt'],
    [
      'body: damage is told in our words',
      "isZlibError(error) ? fetchError('encoding_invalid', { cause: error }) : error",
      'error',
      'read-body',
      'N19',
    ],
  ]),
  ...inFetch('zstd-frames', [
    [
      'body: little memory to unpack zstd',
      'if (window > largestWindow) return null;',
      '',
      'zstd-frames',
      'that take memory',
    ],
    [
      'body: little memory to unpack zstd, in one segment either',
      'singleSegment ? sizeAt(view, size, sizeBytes) :',
      'singleSegment ? 0 :',
      'zstd-frames',
      'that take memory',
    ],
    [
      'body: a frame of zstd begins like one',
      'if (view.getUint32(at, true) !== frameMagic) return null;',
      '',
      'zstd-frames',
      'something else',
    ],
    [
      'body: a frame of zstd that breaks off is none',
      'if (end === null || end > body.length) return null;',
      'if (end === null) return null;',
      'zstd-frames',
      'break off',
    ],
  ]),
  ...inFetch('read-response', [
    [
      'body: an announced length is believed',
      "if (cutAt === undefined && announced > maxWireBytes) throw fetchError('body_too_large');",
      '',
      'read-body',
      'N14 Content-Length: 1000000000$',
    ],
    [
      'body: nothing is no gzip',
      'coding !== null && read.wireBytes === 0 && status === 200',
      'coding === "zstd" && status === 599',
      'read-body',
      'N19',
    ],
    ['body: a HEAD has none', "asked.method === 'HEAD' || ", '', 'read-body', 'HEAD'],
    [
      'body: let go whatever came of it',
      '  } finally {\n    body.destroy();\n  }',
      '  }',
      'fetch-page',
      'is not downloaded',
    ],
  ]),
  ...inFetch('response-failure', [
    [
      'errors: what no one knows of a response is not valid HTTP',
      "return fetchError('http_protocol_error', { cause: error });",
      'return error;',
      'odd-statuses',
      'is no response to GET',
    ],
  ]),
  ...inFetch('content-coding', [
    ['body: one coding at most', ' || tokens.length > 1', '', 'read-body', 'N16'],
    [
      'body: the two deflates are told apart',
      'const wrapped = ((first[0] ?? 0) & 15) === 8;',
      'const wrapped = first.length >= 0;',
      'read-body',
      'N17',
    ],
  ]),
  ...inFetch('fetcher', [
    [
      'headers: their size is limited',
      'maxHeaderSize: limits.headerBytes,',
      'maxHeaderSize: 10_000_000,',
      'failing-servers',
      'N20',
    ],
    [
      'headers: their time is limited',
      'headersTimeout: limits.headersMs,',
      'headersTimeout: 60_000,',
      'failing-servers',
      'N21 that never come',
    ],
    [
      'body: its silence is limited',
      'bodyTimeout: limits.bodyIdleMs,',
      'bodyTimeout: 60_000,',
      'failing-servers',
      'N22 that stalls$',
    ],
    [
      'body: its silence is limited while it is unpacked, too',
      'bodyTimeout: limits.bodyIdleMs,',
      'bodyTimeout: 60_000,',
      'failing-servers',
      'stalls while it is unpacked',
    ],
  ]),
  ...inFetch('fetch-error', [
    [
      'errors: no address reaches the caller',
      'return new SitegradeError(code, message, {',
      'return new SitegradeError(code, message + String(details.cause), {',
      'failing-servers',
      'N2[47]',
    ],
  ]),
];
