import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { ChoiceField, Field, LinesField } from './field.tsx';

const form = { sent: new Map([['x', ['\n/a\nb']]]), issues: { 'x.1': ['is bad.'] } };

it.each([
  ['input', Field({ name: 'x', label: 'Size', hint: 'At most 3.', issue: 'is bad.' })],
  [
    'select',
    ChoiceField({ name: 'x', label: 'Size', issue: 'is bad.', choices: [], texts: {}, value: '' }),
  ],
  ['textarea', LinesField({ name: 'x', label: 'Size', hint: 'One a line.', form, max: 5 })],
])('connects an %s with its label, its hint and its error', (element, field) => {
  const html = renderToString(field);
  const hint = html.includes('id="x-hint"') ? 'x-hint ' : '';
  const names = `id="x" name="x" aria-invalid="true" aria-describedby="${hint}x-error"`;
  expect(html).toContain(`<label for="x">Size</label>`);
  expect(html).toContain(`<${element} ${names}`);
  expect(html).toMatch(/id="x-error" role="alert">(Size is bad\.|<ul><li>Line 3 is bad\.)</);
});
