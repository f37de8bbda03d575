import { expect, it } from 'vitest';
import { outcomeOf } from '../../fixtures/facts-of.ts';
import { jsonLdValid } from './json-ld-valid.ts';

const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
const of = (...blocks: string[]) => outcomeOf(jsonLdValid, { body: blocks.map(script).join('\n') });

it('does not apply without JSON-LD', async () => {
  expect((await of()).status).toBe('na');
  const other = await outcomeOf(jsonLdValid, {
    body: '<script type="application/json">{</script>',
  });
  expect(other.status).toBe('na');
});

it('passes valid blocks', async () => {
  expect(await of('{"@type":"Thing"}')).toMatchObject({
    status: 'pass',
    summary: 'JSON-LD blocks with an error: 0 of 1.',
    value: { blocks: 1, unread: 0, faults: [], tolerated: [] },
  });
  expect((await of('{}', '[{"a": "// no comment"}]')).summary).toBe(
    'JSON-LD blocks with an error: 0 of 2.',
  );
});

it('fails a block with a fault, and quotes it', async () => {
  const outcome = await outcomeOf(jsonLdValid, {
    html: `<!DOCTYPE html>\n<title>A</title>\n${script('\n{\n  "@type": "Product",\n  "name": "A",\n}\n')}`,
  });
  expect(outcome).toMatchObject({
    status: 'fail',
    points: 0,
    summary: '1 of 1 JSON-LD blocks cannot be read: there is a comma before the } (line 7).',
    value: { faults: [{ block: 1, what: 'there is a comma before the }', line: 7, column: 1 }] },
    evidence: [{ kind: 'html', text: '}', line: 7, column: 1 }],
  });
});

it('warns if only some blocks have a fault, with points for the others', async () => {
  expect(await of('{}', '{"a": }', '{}', '[]')).toMatchObject({
    status: 'warn',
    points: 0.646,
    value: { faults: [{ block: 2 }] },
    evidence: [{ line: 2, column: 42 }],
  });
});

it.each([['"text"'], ['1'], ['null']])('fails a block that is only %s', async (json) => {
  const outcome = await of(json);
  expect(outcome.status).toBe('fail');
  expect(outcome.summary).toContain('it is neither an object nor a list');
});

it.each([
  ['a comment', '{"a": 1 /* one */}'],
  ['an HTML comment', '<!-- {"a": 1} -->'],
  ['a CDATA section', '//<![CDATA[\n{"a": 1}\n//]]>'],
  ['a line break or another control character in a string', '{"a": "one\ntwo"}'],
  ['an empty block', ' '],
])('warns about %s, which readers tolerate', async (what, json) => {
  const outcome = await of('{}', json);
  expect(outcome).toMatchObject({
    status: 'warn',
    value: { faults: [], tolerated: [{ block: 2, what }] },
  });
  expect(outcome.summary).toContain(`it has ${what} (line `);
  expect(outcome.points).toBeUndefined();
});

it('puts faults before what is tolerated', async () => {
  const outcome = await of('{"a": 1 /* one */}', '{');
  expect(outcome.evidence?.map(({ line }) => line)).toEqual([2, 1]);
});

it('ignores blocks that are too long or too deep', async () => {
  const deep = '['.repeat(500) + ']'.repeat(500);
  const long = `{"a": "${'x'.repeat(200_000)}`;
  expect((await of(deep)).status).toBe('error');
  expect((await of(long)).status).toBe('error');
  expect(await of(deep, '{}')).toMatchObject({ status: 'pass', value: { unread: 1 } });
  expect((await of(deep, '{')).status).toBe('fail');
});
