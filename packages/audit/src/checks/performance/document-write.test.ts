import { expect, it } from 'vitest';
import { outcomeOf } from '../fixtures/facts-of.ts';
import { documentWrite } from './document-write.ts';

const of = (body: string) => outcomeOf(documentWrite, { body });

it('warns of calls, and quotes their scripts', async () => {
  const writing = '<script class="b">document.write("<img src=a.png>")</script>';
  expect(await of(`<script>a()</script>\n${writing}`)).toMatchObject({
    status: 'warn',
    summary:
      '1 of 2 inline scripts writes the tag of a script, style sheet, frame or image with document.write() while browsers read the page.',
    value: { scripts: 2, writing: 1 },
    evidence: [{ text: '<script class="b">', line: 2 }],
  });
  expect((await of(writing.repeat(2))).summary).toMatch(/^2 of 2 inline scripts write /);
});

it.each([
  ['a date', '<script>document.write("<strong>" + date() + "</strong>")</script>'],
  ['other scripts', '<script>document.body.append("x")</script>'],
  ['a script that prints in a new window', '<script>w = open(); w.document.write(x)</script>'],
  [
    'a fallback for a script that does not load',
    `<script>window.jQuery || document.write('<script src="/jquery.js"><\\/script>')</script>`,
  ],
])('passes %s', async (_what, body) => {
  expect((await of(body)).status).toBe('pass');
});

it.each([
  ['no script', '<p>document.write(x)</p>'],
  ['files', '<script src=a.js>document.write(x)</script>'],
  ['a module, in which browsers ignore it', '<script type=module>document.write(x)</script>'],
  ['a script that is held back', '<script type=text/plain>document.write(x)</script>'],
])('does not apply to %s', async (_what, body) => {
  expect((await of(body)).status).toBe('na');
});
