export type { Answer } from './answer.ts';
export { type Api, createApi } from './api.ts';
export type { ApiOptions } from './api-options.ts';
export type { Endpoint, Operation } from './endpoint.ts';
export { problemAnswer, statusByCode } from './problem.ts';
export type { ApiRequest } from './request.ts';
