import { expect, it } from 'vitest';
import { factsOf, outcomeOf, type PageUnderTest } from '../../fixtures/facts-of.ts';
import { garbledText } from './garbled-text.ts';

const of = (page: PageUnderTest) => outcomeOf(garbledText, page);

it('warns about a few places, and quotes them', async () => {
  expect(await of({ body: '<p>Our\ncafÃ© is open.</p><p>Welcome.</p>' })).toEqual({
    status: 'warn',
    summary: 'Characters are garbled in 1 place of the text, such as “Our cafÃ© is open.”.',
    value: { inHead: 0, inText: 1, texts: ['Our cafÃ© is open.'] },
    evidence: [{ kind: 'html', text: 'Our cafÃ© is open.', line: 2, column: 4 }],
  });
  const five = '<p>cafÃ©</p>'.repeat(5);
  expect((await of({ body: five })).status).toBe('warn');
  expect((await of({ body: `${five}<p>itâ€™s` })).status).toBe('fail');
});

it.each([
  ['the title', '<title>CafÃ© Ann</title>'],
  ['the description', '<meta name=description content="Annâ€™s bakery">'],
  ['the title of a link preview', '<meta property="og:title" content="Annâ€™s bakery">'],
])('fails garbled characters in %s', async (_what, head) => {
  expect(await of({ head })).toMatchObject({
    status: 'fail',
    value: { inHead: 1, inText: 0 },
    evidence: [{ text: expect.stringMatching(/Ã©|â€™/) }],
  });
});

it('counts characters that were lost', async () => {
  expect(await of({ body: '<p>Br\uFFFDtchen</p>' })).toMatchObject({ status: 'warn' });
});

it('leaves to charset what it reports: bytes that cannot be decoded, and another encoding', async () => {
  const facts = await factsOf({ body: '<p>Br\uFFFDtchen</p>' });
  const { charset } = facts.page;
  const run = (changes: Partial<typeof charset>, page: Partial<typeof facts.page> = {}) =>
    garbledText.run(
      { ...facts, page: { ...facts.page, ...page, charset: { ...charset, ...changes } } },
      {},
    );
  expect(run({}).status).toBe('warn');
  expect(run({ undecodable: 1 }).status).toBe('pass');
  // NUL becomes U+FFFD, too.
  expect(run({ replaced: true }).status).toBe('pass');
  expect(run({ name: 'windows-1252' }).status).toBe('na');
  const garbled = [{ line: 1, column: 1, kind: 'double-encoded', text: 'Ã©' }] as const;
  expect(run({ undecodable: 1 }, { garbled }).status).toBe('warn');
});

it.each<[string, PageUnderTest]>([
  [
    'a page about mojibake',
    { body: '<h1>Mojibake</h1><p>é is shown as Ã©, or â€™ for ’, or \uFFFD: cafÃ©.</p>' },
  ],
  [
    'an answer about encodings',
    { head: '<title>Why do I see cafÃ©? - UTF-8 in PHP</title>', body: '<p>cafÃ©</p>' },
  ],
  ['a Japanese page about it', { body: '<p>文字化けの例：æ–‡å­—åŒ–ã‘</p>' }],
  ['code', { body: '<p>Run <code>echo "cafÃ©"</code></p><pre>itâ€™s</pre><samp>\uFFFD</samp>' }],
  ['Portuguese in capitals', { body: '<h2>MAÇÃ “DO AMANHÔ – AÇÃO</h2>' }],
  ['a reference', { body: '<p>Unknown: &#xFFFD;</p><textarea>cafÃ©</textarea>' }],
  ['text that is hidden', { body: '<p hidden>cafÃ©</p><template>cafÃ©</template>' }],
])('passes %s', async (_what, page) => {
  expect((await of(page)).status).toBe('pass');
});
