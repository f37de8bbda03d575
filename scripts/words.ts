import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Finds words in code, comments, messages and Markdown that the project has replaced with current ones.
//
//   npm run lint

/** A word to find, and what to write instead. */
type Replacement = readonly [find: RegExp, instead: string];

/** Whole words, and the parts of identifiers in camelCase. */
const words: readonly Replacement[] = [
  [/^mend(s|ed|ing)?$/, 'fix or repair'],
  [/^judg(e|es|ed|ing|ement)$/, 'validate, check or rate'],
  [/^twins?$/, 'pair, counterpart or variant'],
  [/^upkeep$/, 'maintenance'],
  [/^who(so)?ever$/, 'anyone who'],
  [/^nobody$/, 'no one'],
  [/^anew$/, 'again'],
  [/^patience$/, 'timeout'],
  [/^(foresaw|unforeseen)$/, 'expected, unexpected'],
  [/^outlive[sd]?$/, 'survive'],
  [/^strangers?$/, 'untrusted or other users'],
  [/^dear(er)?$/, 'expensive'],
  [/^(muted|unseen)$/, 'hidden or excluded'],
  [/^heed(s|ed)?$/, 'follow'],
  [/^(hence|thence|whence|thereof|wherein)$/, 'so, from there, of it, in which'],
  [/^besides$/, 'in addition to or other than'],
  [/^whatever$/, 'regardless of, any or everything that'],
  [/^told$/, 'sent, reported or informed'],
  [/^(lest|nought|alas|seldom|thrice|whilst|amongst)$/, 'a current word'],
];

/** Phrases, single identifiers and forms of code. */
const phrases: readonly Replacement[] = [
  [/\b(could not|cannot|to) be had\b/, 'be fetched'],
  // Not where a line begins, as the line before may end with "there"; nor questions, and "is no longer".
  [
    /(?<=[\w)'"`”] )(?<!\b(there|here|where|why|when) )\b(is|are) no (?!one\b|longer\b|more\b|less\b|fewer\b|larger\b|smaller\b|wider\b|higher\b|later\b|better\b|worse\b|different\b)[a-z]+/i,
    'is not a, is not or does not have',
  ],
  [/(?<=[\w)'"`”] )(?<!\bthere (usually )?)\b(is|are) none\b(?! of\b)/i, 'is not one'],
  // A noun after it makes it a plain possessive: "files of its own site".
  [
    /\bof (its|their) own(?=[.,;:)\]'"`*?!]|$| \|| (and|or|but|to|in|on|for|with|by|that|which|so|if|when|until|from|as|at|than|where|while|before|after|below|has|have|is|are|would)\b)/,
    'its own or a separate',
  ],
  // "People cannot tell whether" is fine.
  [
    /(?<!\b(can|cannot|could|to) )\btells? (of|from|whether|what|which|how|whose|when)\b/i,
    'shows, states, decides or reports',
  ],
  [/\b(is|are) to hear of\b/, 'receives'],
  [/\b(was|were|is|are) in vain\b/, 'was lost'],
  [/\bstands? without\b/, 'is made without'],
  [/\bThe other one:/, 'what it is an alternative to'],
  [/\bmust be a text\b/, 'must be a string'],
  [/\bwhole address/, 'absolute URL'],
  [/\bbe got round\b/, 'be bypassed'],
  [/\bthrown away\b/, 'discarded'],
  [/\bshakeHands\b/, 'probeTls'],
  [/\b(api|problem|client|host)Answer\b/i, 'response'],
  [/\bfewAtOnce\b/, 'limitConcurrency'],
  [/\bownCopy\b/, 'flattenString'],
  // It only keeps a line whole.
  [/\.\.\.\{ /, 'the properties without a spread'],
];

/** Lines that keep a word, with the reason. */
const allowed: readonly { file: RegExp; line: RegExp; reason: string }[] = [
  { file: /^scripts\/words(\.test)?\.ts$/, line: /./, reason: 'the list itself' },
  { file: /^scripts\/mutations\//, line: /\.\.\.\{ /, reason: 'a change of code that is not made' },
  { file: /www-canonical-host/, line: /twin:/, reason: 'a name in stored reports' },
  { file: /\/audit\//, line: /\bmuted\b/, reason: 'an attribute of <video>' },
  { file: /./, line: /certificates_?told/i, reason: 'a column, and its field' },
  { file: /\/request\/prefer\.ts$/, line: /`wait=N/, reason: 'a text on the wire' },
  { file: /\/crawl-record\.ts$/, line: /(own_headers|max_pages):/, reason: 'texts on the wire' },
  { file: /sample-site/, line: /back room/, reason: 'a text whose length counts' },
  { file: /^\.changeset\//, line: /`/, reason: 'names of renamed exports' },
];

/** Generated tables, and texts of others. */
const skipped =
  /(^|\/)(fixtures|data)\/|CHANGELOG|-table\.ts$|subtags\.ts$|package-lock|stop-words/;

/** A word of a text that should be replaced. */
interface OldWord {
  readonly line: number;
  readonly word: string;
  readonly instead: string;
}

/** The words of a file that should be replaced, by line. */
export function oldWords(file: string, text: string): OldWord[] {
  return text.split('\n').flatMap((content, index) => {
    const exceptions = allowed.filter(
      (exception) => exception.file.test(file) && exception.line.test(content),
    );
    if (exceptions.length > 0) return [];
    const line = index + 1;
    const parts = content.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
    const single = parts.flatMap((word) => {
      const found = words.find(([find]) => find.test(word.toLowerCase()));
      return found ? [{ line, word, instead: found[1] }] : [];
    });
    const several = phrases.flatMap(([find, instead]) => {
      const [word] = find.exec(content) ?? [];
      return word === undefined ? [] : [{ line, word, instead }];
    });
    return [...single, ...several];
  });
}

if (process.argv[1] === import.meta.filename) {
  const root = join(import.meta.dirname, '..');
  const kinds = ['*.ts', '*.tsx', '*.js', '*.md', '*.txt', 'package.json', '**/package.json'];
  const files = execFileSync('git', ['ls-files', '-z', ...kinds], { cwd: root, encoding: 'utf8' });
  const lines = files
    .split('\0')
    .filter((file) => file !== '' && !skipped.test(file))
    .flatMap((file) => {
      const found = oldWords(file, readFileSync(join(root, file), 'utf8'));
      return found.map(({ line, word, instead }) => `${file}:${line}: "${word}" → ${instead}`);
    });
  if (lines.length > 0) {
    console.error(`${lines.join('\n')}\n${lines.length} words to replace, see scripts/words.ts.`);
    process.exitCode = 1;
  }
}
