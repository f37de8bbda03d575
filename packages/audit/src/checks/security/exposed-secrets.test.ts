import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { exposedSecrets } from './exposed-secrets.ts';

const random = 'Kb3QmZt7GxWj9RpHn2DfLr5S';
const stripe = ['sk', 'live', random].join('_');
const slack = ['xoxb', '1234567890', '1234567890123', random.toLowerCase()].join('-');

it('reports the kind and the position of a secret, and never the secret', async () => {
  const outcome = await outcomeOf(exposedSecrets, { body: `<script>pay("${stripe}")</script>` });
  expect(outcome).toEqual({
    status: 'fail',
    summary: 'The source of the page contains what has the format of a secret: Stripe secret key.',
    value: ['Stripe secret key, line 1'],
    evidence: [{ kind: 'html', text: 'sk_live_Kb3Q…', line: 1, column: 64 }],
  });
  expect(JSON.stringify(outcome)).not.toContain(random.slice(0, 6));
});

it('names the kinds of several', async () => {
  const body = `<!-- ${stripe} --><p data-a="${slack}" data-b="${stripe}z9">`;
  expect(await outcomeOf(exposedSecrets, { body })).toMatchObject({
    summary:
      'The source of the page contains 3 texts with the format of a secret: Stripe secret key and Slack token.',
    evidence: [{}, {}, {}],
  });
});

it.each([
  ['keys that are public', '<script>stripe("pk_live_Kb3QmZt7GxWj9RpHn2DfLr5S")</script>'],
  [
    'a map of Google',
    '<script src="https://maps.google.com/?key=AIzaSyKb3QmZt7GxWj9RpHn2DfLr5SvCy8Ta"></script>',
  ],
  ['a captcha', '<div data-sitekey="6LeKb3QmZt7GxWj9RpHn2DfLr5SvCy8TaXu4hBeN"></div>'],
  ['an example in a documentation', `<pre>${stripe}</pre><button data-copy="${stripe}"></button>`],
  ['a placeholder', '<script>key("sk_live_xxxxxxxxxxxxxxxxxxxxxxxx")</script>'],
  ['a file name with a hash', `<script src="/app-${random}.js"></script>`],
])('passes a page with %s', async (_what, body) => {
  expect(await outcomeOf(exposedSecrets, { body })).toEqual({
    status: 'pass',
    summary: 'Secret keys in the source of the page: none found.',
  });
});
