export type { ErrorRecord } from '../log/error-record.ts';
export { type AdapterParts, type Api, createApi, type PageParts, type PageRoutes } from './api.ts';
export type { ApiOptions } from './api-options.ts';
export type { Endpoint, Operation } from './endpoint.ts';
export type { Logger, RequestLine } from './logger.ts';
export type {
  DocumentMethod,
  HeaderObject,
  MediaTypeObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  SecuritySchemeObject,
} from './openapi/document-objects.ts';
export { type OpenApiDocumentOptions, openApiDocument } from './openapi/openapi-document.ts';
export type { Schema, SchemaType } from './openapi/schema.ts';
export type { PagesOptions, PagesSettings } from './pages-options.ts';
export type { Authenticate } from './request/owner.ts';
export type { ApiRequest } from './request/request.ts';
export { problemResponse, statusByCode } from './response/problem.ts';
export type { ApiResponse } from './response/response.ts';
export type { PageRoute, PublicRoute } from './route.ts';
