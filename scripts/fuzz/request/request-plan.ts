import type { DocumentedOperation } from '../document/documented-operation.ts';

/** A request before it is known which ids, cursors and tags there are. */
export interface RequestPlan {
  /** The operation that it was made from; another method or path may have made another of it. */
  readonly operation: DocumentedOperation;
  readonly method: string;
  /** The path's parameter, where there is one. */
  readonly id: PlannedText;
  /** Comes after the path. */
  readonly pathEnding: string;
  readonly pairs: readonly PlannedPair[];
  readonly headers: readonly PlannedHeader[];
  readonly credential: CredentialKind;
  readonly body: PlannedBody | undefined;
}

/** A text, or something that earlier answers gave. */
export type PlannedText = SentText | Reference;

/** A text as it is sent: bytes where it is no UTF-8. */
export type SentText = string | { readonly notUtf8: readonly number[] };

/** Something that exists when the request is sent; `which` picks one of what there is. */
export interface Reference {
  readonly ref:
    | 'own report'
    | 'own website'
    | 'deleted report'
    | 'deleted website'
    | 'report of another'
    | 'website of another'
    | 'cursor'
    | 'etag';
  readonly which: number;
  /** Changes the text that there is. */
  readonly altered?: (text: string) => string;
}

/** A name and a value in a query or a form. */
export interface PlannedPair {
  readonly name: string;
  readonly value: PlannedText;
  readonly style: PairStyle;
}

/** How a pair is written: with as few escapes as may be, every byte escaped, or stray percents. */
export type PairStyle = 'few escapes' | 'all escaped' | 'lower-case escapes' | 'raw bytes';

/** A header's name and value. */
export type PlannedHeader = readonly [name: string, value: PlannedText];

/** A field of a body. In JSON a value may be anything, in a form it is a text. */
export interface PlannedField {
  readonly name: string;
  readonly value: unknown;
  readonly style: PairStyle;
}

/** A body that is well-formed, or one that has to be refused with a status of its own. */
export type PlannedBody =
  | {
      readonly kind: 'fields';
      readonly contentType: string;
      readonly form: boolean;
      readonly fields: readonly PlannedField[];
    }
  | {
      readonly kind: 'refused';
      readonly status: 400 | 413 | 415;
      readonly headers: readonly (readonly [string, string])[];
      readonly bytes: Uint8Array;
    };

/** What stands for the caller. All but `good` and `good, other case` are refused. */
export const credentialKinds = [
  'good',
  'good, other case',
  'none',
  'empty',
  'other scheme',
  'mistyped',
  'revoked',
  'expired',
  'twice',
  'in the query',
  'two spaces',
] as const;

/** One of {@link credentialKinds}. */
export type CredentialKind = (typeof credentialKinds)[number];
