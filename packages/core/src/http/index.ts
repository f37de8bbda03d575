export type { Schema } from '../records/schema.ts';
export { type AdapterParts, type Api, createApi } from './api.ts';
export type { ApiOptions } from './api-options.ts';
export type {
  DocumentMethod,
  HeaderObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  ResponseObject,
} from './document-objects.ts';
export type { Endpoint } from './endpoint.ts';
export { type Logger, processWarnings, type RequestLine } from './logger.ts';
export { type OpenApiDocumentOptions, openApiDocument } from './openapi/openapi-document.ts';
export { requireOneHost } from './request/host.ts';
export { apiKeyOwnerOf } from './request/owner.ts';
export type { ApiRequest, RequestHead } from './request/request.ts';
export { problemResponse } from './response/problem.ts';
export type { ApiResponse } from './response/response.ts';
