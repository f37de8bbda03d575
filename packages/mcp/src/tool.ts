import type { PagedText } from './text-pages.ts';
import type { Workspace } from './workspace.ts';

/** A value of a JSON Schema: the few keywords that the tools need. */
interface InputProperty {
  readonly type: 'string' | 'integer' | 'boolean' | 'array';
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly items?: { readonly type: 'string' };
  readonly minimum?: number;
}

/** What a tool may be called with. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, InputProperty>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

/** One call of a tool. */
export interface ToolCall<Input> {
  readonly input: Input;
  readonly workspace: Workspace;
  /** Aborts when the caller cancels the call, or leaves. */
  readonly signal: AbortSignal;
}

/** A tool of the server. */
export interface Tool<Input> {
  readonly name: string;
  /** For the model: what it does and returns, and when to use it. */
  readonly description: string;
  /** `hasFiles`: whether the caller may name files. */
  readonly inputSchema: (options: { readonly hasFiles: boolean }) => InputSchema;
  /** Whether it changes nothing, neither here nor elsewhere. */
  readonly isReadOnly: boolean;
  /** Whether it requests websites. */
  readonly isOpenWorld: boolean;
  readonly run: (call: ToolCall<Input>) => Promise<PagedText>;
}

/** The number of a page of a text, in calls. */
export const pageProperty = {
  type: 'integer',
  minimum: 1,
  description: 'Page of a long answer.',
} as const satisfies InputProperty;

/** The input of tools with long answers. */
export interface PagedInput {
  readonly page?: number;
}
