import type { Schema } from '../records/schema.ts';

/** An OpenAPI 3.1 document: the part of the format that this API uses. */
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

/** Methods of operations. */
export type DocumentMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The operations of a path. */
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
  /** Of a query parameter: an empty value counts as not sent. */
  readonly allowEmptyValue?: true;
  readonly schema: Schema;
  readonly example?: string | number | boolean | readonly (string | number)[];
}

/** The body of a request, by content type. */
export interface RequestBodyObject {
  readonly description: string;
  readonly required: boolean;
  readonly content: Readonly<Record<string, MediaTypeObject>>;
}

/** One response of an operation. */
export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, HeaderObject | ReferenceObject>>;
  readonly content?: Readonly<Record<string, MediaTypeObject>>;
}

/** The body in one content type: its schema and examples. */
export interface MediaTypeObject {
  readonly schema: Schema;
  readonly examples: Readonly<Record<string, ExampleObject>>;
}

/** An example value. */
interface ExampleObject {
  /** When this example applies. */
  readonly description?: string;
  readonly value: unknown;
}

/** A header of a response. */
export interface HeaderObject {
  readonly description: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly example?: string | number;
}

/** How requests authenticate. */
export interface SecuritySchemeObject {
  readonly type: 'http';
  readonly scheme: 'bearer';
  readonly description: string;
}

/** A reference to another part of the document. */
export interface ReferenceObject {
  readonly $ref: string;
}

/** How requests authenticate: with an API key, or with the host's own login. */
export type Login = 'apiKey' | 'host';
