import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import type {
  DocumentMethod,
  OperationObject,
  ParameterObject,
} from '../../http/document-objects.ts';
import { curlExample } from './curl-example.ts';

const operation: OperationObject = {
  tags: [],
  operationId: 'x',
  summary: '',
  description: '',
  responses: {},
};

/** An operation with a form body of these fields. */
const withForm = (value: object): OperationObject => {
  const schema = { type: 'object' } as const;
  const content = {
    'application/x-www-form-urlencoded': { schema, examples: { form: { value } } },
  };
  return { ...operation, requestBody: { description: '', required: true, content } };
};

/** The arguments of a curl command with a key. */
const curlArguments = (
  url: string,
  method: DocumentMethod,
  operation: OperationObject,
  parameters: readonly ParameterObject[] = [],
) => argumentsOf(curlExample({ url, method, operation, parameters, withKey: true }));

/** The arguments that a shell passes to curl. */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }; ${command}`], {
    encoding: 'utf8',
    env: { SITEGRADE_KEY: 'key' },
  })
    .trimEnd()
    .split('\n');

describe('curlExample', () => {
  it('sends a GET', () => {
    expect(curlArguments('https://a.test/api/v1/x', 'get', operation)).toEqual([
      'https://a.test/api/v1/x',
      '-H',
      'Authorization: Bearer key',
    ]);
  });

  it('puts example values in the path', () => {
    const id = {
      name: 'id',
      in: 'path',
      description: '',
      required: true,
      schema: {},
      example: '4 2',
    } as const;
    const words = curlArguments('/x/{id}', 'delete', operation, [id]);
    expect(words.slice(0, 3)).toEqual(['-X', 'DELETE', '/x/4%202']);
  });

  it('sends a form, and sets the method if curl has another default', () => {
    const value = { url: 'https://example.com/', privacy: 2 };
    const post = curlArguments('/x', 'post', withForm(value));
    expect(post[0]).toBe('/x');
    expect(post.slice(3)).toEqual([
      '--data-urlencode',
      'url=https://example.com/',
      '--data-urlencode',
      'privacy=2',
    ]);
    expect(curlArguments('/x', 'patch', withForm(value)).slice(0, 2)).toEqual(['-X', 'PATCH']);
  });

  it('quotes every value', () => {
    const evil = `'; echo "$HOME" \`id\` $(id) '`;
    const words = curlArguments(`https://a.test/${evil}`, 'put', withForm({ a: evil }));
    expect(words).toContain(`https://a.test/${evil}`);
    expect(words).toContain(`a=${evil}`);
  });
});
