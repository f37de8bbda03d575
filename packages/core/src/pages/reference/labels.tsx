import type { VNode } from 'preact';
import type { DocumentMethod } from '../../http/document-objects.ts';

/** The method as a coloured label. */
export function MethodLabel({ method }: { readonly method: DocumentMethod }): VNode {
  return <span class={`method method-${method}`}>{method.toUpperCase()}</span>;
}

/** The status of a response as a coloured label. */
export function StatusLabel({ status }: { readonly status: string }): VNode {
  return <span class={`status status-${status.slice(0, 1)}`}>{status}</span>;
}
