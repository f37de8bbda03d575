import type { Schema } from './schema.ts';

/** A whole OpenAPI 3.1 document, as far as this API needs the format. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly summary: string;
    readonly description: string;
    readonly license: { readonly name: string; readonly identifier: string };
  };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItemObject>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly headers: Readonly<Record<string, HeaderObject>>;
    readonly responses: Readonly<Record<string, ResponseObject>>;
    readonly securitySchemes: Readonly<Record<string, SecuritySchemeObject>>;
  };
}

/** Methods that operations of the document have. */
export type DocumentMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A path and what can be done with it. */
export type PathItemObject = { readonly [Name in DocumentMethod]?: OperationObject };

/** One operation. */
export interface OperationObject {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly requestBody?: RequestBodyObject;
  /** By status. */
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** One parameter of a path, a query or the headers. */
export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
  readonly required: boolean;
  /** Of a query: sent empty it counts as not sent. */
  readonly allowEmptyValue?: true;
  readonly schema: Schema;
  readonly example?: string | number;
}

/** What a request may carry, by content type. */
export interface RequestBodyObject {
  readonly description: string;
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

/** One answer. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | ReferenceObject>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** One form of a body: its schema, and an example of each kind. */
export interface MediaTypeObject {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, ExampleObject>>;
}

/** A value that a schema allows. */
export interface ExampleObject {
  /** When it is seen. */
  readonly description?: string;
  readonly value: unknown;
}

/** A header of an answer. */
export interface HeaderObject {
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly example?: string | number;
}

/** A way to say who is asking. */
export interface SecuritySchemeObject {
  readonly type: 'http';
  readonly scheme: 'bearer';
  readonly description: string;
}

/** Points to a part of the document that is said once. */
export interface ReferenceObject {
  readonly $ref: string;
}
