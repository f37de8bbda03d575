import type { VNode } from 'preact';
import type { Schema } from '../../records/schema.ts';
import { Table } from '../elements/table.tsx';
import { english } from '../english.ts';
import { joined } from './joined.ts';
import { Markdown } from './markdown.tsx';
import { constraintsOf, SchemaType, withCode } from './schema-type.tsx';

const text = english.reference;

/** One row of a table of parameters, fields or headers. */
export interface Member {
  readonly name: string;
  /** Shown for required fields of a request and for optional fields of a response. */
  readonly presence?: 'required' | 'optional' | undefined;
  readonly schema: Schema;
  readonly description: string;
  readonly example?: string | number | boolean | readonly (string | number)[] | undefined;
}

/** A table of parameters, fields or headers; nothing if there are none. */
export function MemberTable({
  caption,
  members,
}: {
  readonly caption: string;
  readonly members: readonly Member[];
}): VNode | null {
  if (members.length === 0) return null;
  return (
    <Table
      isList={false}
      caption={caption}
      rows={members}
      columns={[
        { label: text.name, cell: (member) => <MemberName {...member} /> },
        { label: text.description, cell: (member) => <MemberDescription {...member} /> },
      ]}
    />
  );
}

function MemberName({ name, presence, schema }: Member): VNode {
  return (
    <>
      <code>{name}</code>
      <span class="type">
        <SchemaType schema={schema} />
      </span>
      {presence && (
        <>
          {' '}
          <span class="presence">{text.presence[presence]}</span>
        </>
      )}
    </>
  );
}

function MemberDescription({ schema, description, example }: Member): VNode {
  const constraints = [
    ...constraintsOf(schema),
    ...(example === undefined ? [] : [withCode(text.forExample, [example].flat().map(String))]),
  ];
  return (
    <>
      <Markdown text={description} />
      {constraints.length > 0 && <p class="constraints">{joined(constraints, '; ')}</p>}
    </>
  );
}

/** The rows for the properties of an object. */
export function membersOf(
  { properties = {}, required = [] }: Schema,
  use: 'request' | 'response',
): readonly Member[] {
  const marked = use === 'request' ? 'required' : 'optional';
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    presence: required.includes(name) === (use === 'request') ? marked : undefined,
    schema,
    description: schema.description ?? '',
  }));
}
