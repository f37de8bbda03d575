import type { Mutant } from '../mutant.ts';
import { inFile } from './in-file.ts';

const core = 'packages/core/src/';
const express = 'packages/adapter-express/src/';

/** What keeps a host's own login from giving one user what is another's. */
export const loginMutants: readonly Mutant[] = [
  ...inFile(`${core}http/request/host-owner.ts`, express, [
    [
      'login: what is no owner id is nobody’s',
      'if (isOwnerId(ownerId)) return ownerId;',
      'return ownerId as string;',
      'on-memory',
      'a login of the host that names',
    ],
    [
      'login: nobody is not somebody',
      'ownerId === undefined || ownerId === null',
      'ownerId === undefined',
      'on-memory',
      'a login of the host that knows nobody',
    ],
    [
      'login: is waited for',
      'await authenticate(request)',
      'authenticate(request)',
      'on-memory',
      'a login of the host',
    ],
    [
      'login: what it returned stays out of the log',
      "if (typeof value !== 'string') return",
      "if (typeof value !== 'string') return JSON.stringify(value);\n  return",
      'on-memory',
      'a login of the host',
    ],
  ]),
  ...inFile(`${core}http/handle.ts`, express, [
    [
      'login: no key works beside it',
      '? hostOwnerOf(authenticate, request.native)',
      '? ownerOf(context, request.incoming).catch(() => hostOwnerOf(authenticate, request.native))',
      'on-memory',
      'a login of the host',
    ],
    [
      'login: keys are not asked where it knows nobody',
      '? hostOwnerOf(authenticate, request.native)',
      '? hostOwnerOf(authenticate, request.native).catch(() => ownerOf(context, request.incoming))',
      'on-memory',
      'a login of the host',
    ],
  ]),
];
