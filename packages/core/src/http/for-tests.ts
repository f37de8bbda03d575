/**
 * What a table of routes is made of, for the tests of adapters in this repository. Not published.
 */

export { hashCheaply } from '../context/password-queue.ts';
export { wellFormedText } from '../validate.ts';
export { trackConnections } from './connections.ts';
export { endpointsOf } from './endpoint.ts';
export { passedString as passedText } from './request/fields.ts';
export { jsonResponse, withBody } from './response/response.ts';
export { defineRoute, type PublicRoute } from './route.ts';
