import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

// Writes packages/audit/src/readings/language/subtags.ts from the IANA Language Subtag Registry, as the
// development dependency `language-subtag-registry` (CC0-1.0) carries it:
//
//   npm run tool -- language-subtags

const target = fileURLToPath(
  new URL('../packages/audit/src/readings/language/subtags.ts', import.meta.url),
);

interface RegistryEntry {
  readonly Type: string;
  readonly Subtag?: string;
  readonly Tag?: string;
  readonly Deprecated?: string;
  readonly Macrolanguage?: string;
  readonly Prefix?: readonly string[];
  readonly 'Preferred-Value'?: string;
}

/** The table's source, from the registry as it is installed. */
export function languageSubtagsSource(): string {
  const require = createRequire(import.meta.url);
  const read = (file: string) =>
    JSON.parse(readFileSync(require.resolve(`language-subtag-registry/data/json/${file}`), 'utf8'));
  const entries: readonly RegistryEntry[] = read('registry.json');
  const date: string = read('meta.json')['File-Date'];
  const of = (type: string) => entries.filter((entry) => entry.Type === type);
  const words = (type: string) => of(type).map(keyOf).sort(byCode);
  const languages = words('language');
  const ranges = entries.map(keyOf).filter((key) => key.includes('..'));
  return [
    '// Written by scripts/generate-language-subtags.ts: run it again instead of changing this file.',
    `// Source: IANA Language Subtag Registry, file date ${date}, in the public domain (CC0):`,
    '// https://www.iana.org/assignments/language-subtag-registry',
    '',
    text(
      'twoLetterLanguages',
      'Primary language subtags of two letters.',
      languages.filter((code) => code.length === 2).join(' '),
    ),
    '/**',
    ' * Primary language subtags of three letters, by their first letter: groups of the second letter and',
    ' * all third ones.',
    ' */',
    'export const threeLetterLanguages: Readonly<Record<string, string>> = {',
    ...grouped(languages.filter((code) => code.length === 3)),
    '};',
    '',
    text('privateRanges', 'Subtags for private use, from and to.', ranges.sort(byCode).join(' ')),
    text('scripts', 'Scripts.', single(words('script')).join(' ')),
    text('regions', 'Regions: countries, and areas by number.', single(words('region')).join(' ')),
    text('variants', 'Variants.', words('variant').join(' ')),
    text(
      'extendedLanguages',
      'Extended language subtags, after the primary one that they go with.',
      grouping(of('extlang'), ({ Prefix }) => Prefix?.join('+') ?? ''),
    ),
    text(
      'grandfathered',
      'Whole tags that are older than the syntax, and what to say instead.',
      of('grandfathered').map(replaced).sort(byCode).join(' '),
    ),
    text(
      'deprecated',
      'Subtags that are deprecated, by kind, and what to say instead.',
      ['language', 'script', 'region', 'variant']
        .map((type) => {
          const old = of(type).filter(({ Deprecated }) => Deprecated !== undefined);
          return [`${type}:`, ...old.map(replaced).sort(byCode)].join(' ');
        })
        .join(' '),
    ),
    text(
      'macrolanguages',
      'Languages that are spoken of as one, after the subtag that stands for all of them.',
      grouping(
        of('language').filter(({ Macrolanguage }) => Macrolanguage !== undefined),
        ({ Macrolanguage }) => Macrolanguage ?? '',
      ),
    ),
  ].join('\n');
}

function keyOf({ Subtag, Tag }: RegistryEntry): string {
  return Subtag ?? Tag ?? '';
}

function replaced(entry: RegistryEntry): string {
  const instead = entry['Preferred-Value'];
  return instead === undefined ? keyOf(entry) : `${keyOf(entry)}>${instead}`;
}

function single(keys: readonly string[]): readonly string[] {
  return keys.filter((key) => !key.includes('..'));
}

function grouping(
  list: readonly RegistryEntry[],
  headOf: (entry: RegistryEntry) => string,
): string {
  const heads = [...new Set(list.map(headOf))].sort(byCode);
  return heads
    .map((head) => {
      const members = list.filter((entry) => headOf(entry) === head).map(keyOf);
      return [`${head}:`, ...members.sort(byCode)].join(' ');
    })
    .join(' ');
}

function grouped(codes: readonly string[]): readonly string[] {
  const firsts = [...new Set(codes.map((code) => code.charAt(0)))];
  return firsts.map((first) => {
    const sameFirst = codes.filter((code) => code.startsWith(first));
    const seconds = [...new Set(sameFirst.map((code) => code.charAt(1)))];
    const groups = seconds.map(
      (second) =>
        second +
        sameFirst
          .filter((code) => code.charAt(1) === second)
          .map((code) => code.charAt(2))
          .join(''),
    );
    return `  ${first}: '${groups.join(' ')}',`;
  });
}

function text(name: string, comment: string, value: string): string {
  const short = `export const ${name} = '${value}';`;
  const line = short.length <= 100 ? short : `export const ${name} =\n  '${value}';`;
  return `/** ${comment} */\n${line}\n`;
}

function byCode(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

if (argv[1] === fileURLToPath(import.meta.url)) writeFileSync(target, languageSubtagsSource());
