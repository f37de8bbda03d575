import type { Protocol } from 'devtools-protocol';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

/** The commands of the DevTools protocol, with what they return. */
export type Commands = {
  readonly [Method in keyof ProtocolMapping.Commands]: {
    readonly params: First<ProtocolMapping.Commands[Method]['paramsType']>;
    readonly result: ProtocolMapping.Commands[Method]['returnType'];
  };
};

/** The events of the DevTools protocol. */
export type ProtocolEvent = {
  readonly [Method in keyof ProtocolMapping.Events]: {
    readonly method: Method;
    readonly params: First<ProtocolMapping.Events[Method]>;
  };
}[keyof ProtocolMapping.Events];

type First<Parameters> = Parameters extends []
  ? Readonly<Record<string, never>>
  : Parameters extends [(infer Value)?]
    ? Value
    : never;

/** A script that the browser has. */
export type ParsedScript = Protocol.Debugger.ScriptParsedEvent;
