import { factsOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { checks } from '../../packages/audit/src/checks/index.ts';
import { runChecks } from '../../packages/audit/src/scoring/run-checks.ts';

/**
 * The checks that report each barrier of the comparison of accessibility tools by the Government Digital Service: a
 * finding about the barrier itself, not about something else in its example.
 * Source: https://github.com/alphagov/accessibility-tool-audit
 */
const checksByBarrier: Readonly<Record<string, readonly string[]>> = {
  'First instance of abbreviation not expanded': ['abbreviation'],
  'Blink element found': ['moving-text'],
  'Marquee element found': ['moving-text'],
  'Text language changed without required change in direction': ['text-direction'],
  'html element has an invalid value in the lang attribute': ['lang-valid'],
  'html element is missing a lang attribute': ['lang'],
  'Empty page title': ['title'],
  'Empty heading': ['heading-empty'],
  'LI element with no parent': ['list-structure'],
  'DT or DD elements that are not contained within a DL element': ['definition-list-structure'],
  'Table with column headers and double row headers': ['table-scope'],
  'Table nested within table header': ['table-in-header'],
  'Table has no table headings': ['table-headers'],
  'Table that only has TH elements in it': ['table-data'],
  'Table used for layout': ['table-layout'],
  'Image with presentation role has non-empty alt': ['image-role-alt'],
  'Image link with no alternative text': ['link-name'],
  'Uninformative link text': ['link-text'],
  'Links to a sound file, no transcript': ['audio-transcript'],
  'Link to PDF does not include information on file format and file size': ['link-file-format'],
  'Blank link text': ['link-name'],
  'Link text does not make sense out of context': ['link-text'],
  'Link contains only a full stop': ['link-punctuation'],
  'Non-specific link text': ['link-text'],
  'Image button has no alt attribute': ['image-button-name'],
  'Uninformative alt attribute value on image button': ['button-text'],
  'Group of radio buttons not enclosed in a fieldset': ['field-group'],
  'Label element with for= attribute but not matching id= attribute of form control': [
    'field-label',
    'label-for',
  ],
  'Empty label found': ['field-label', 'label-for'],
  'Missing labels in checkboxes': ['field-label'],
  'Placeholder no label': ['placeholder-label'],
  'Link with a role=button does not work with space bar': ['link-role-button'],
  'Accesskey attribute used': ['accesskey'],
  'iframe is missing a title attribute': ['iframe-name'],
  'Deprecated center element': ['deprecated-html'],
};

/** The accepted barriers without a finding, with reasons. */
export const barriersNotFound: readonly {
  readonly reason: string;
  readonly names: readonly string[];
}[] = [
  {
    reason: 'only a style sheet shows it',
    names: [
      'Background image that conveys information does not have a text alternative',
      'Content is not readable and functional when text is increased',
      'Errors identified with a poor colour contrast',
      'Focus order in wrong order',
      'Inadequate line height used',
      'Keyboard focus is not indicated visually',
      'Large text does not have a contrast ratio of at least 3:1 so does not meet AA',
      'Large text does not have a contrast ratio of at least 4.5:1 so does not meet AAA',
      'Link not clearly identifiable and distinguishable from surrounding text',
      "Page zoom - boxes that don't expand with the text",
      'Text formatting used instead of an actual heading',
      'Very small text found',
    ],
  },
  {
    reason: 'only a script shows it',
    names: [
      'Alert shows for a short time',
      "Concertina items don't get keyboard focus",
      'Dropdown navigation - only the top level items receive focus',
      'Form control that changes context without warning',
      'Lightbox - focus is not retained within the lightbox',
    ],
  },
  {
    reason: 'whether it is a fault takes a person who sees, hears or reads the content',
    names: [
      'A distraction is present, an animated gif',
      "Article element used to mark-up an element that's not an article/blog post etc.",
      'Colour alone is used to convey content',
      'Content identified by location',
      'Content is not in correct reading order in source code',
      'Error messages - no suggestion for corrections given, e.g. required format',
      'Errors identified by colour only',
      "Flashing content doesn't have warning",
      'Image that conveys information has inappropriate alt text',
      'Image with partial text alternative',
      'lang attribute not used to identify change of language',
      'lang attribute used to identify change of language, but with wrong language',
      'visibility:hidden used to visually hide content when it should be available to screenreader',
    ],
  },
  {
    reason: 'the example has nothing that could be in the way: no fields, no plug-in',
    names: [
      'Fieldset without a legend',
      'Object not embedded accessibly - wmode parameter not set to window',
    ],
  },
  {
    reason: 'correct pages have it, too',
    names: [
      'Inline style adds colour',
      'Links not separated by printable characters',
      'PRE element without CODE element inside it',
      'Table with some empty cells',
    ],
  },
];

/** A correct page with something in its body. */
export function pageWith(example: string): string {
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Services for citizens</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body><main><h1>Services</h1>
<p>This page has an example of a service for citizens.</p><h2>Part</h2><h3>Example</h3>
${example}</main></body></html>`;
}

/** The ids of the checks that accuse a page. */
async function findingsOn(html: string): Promise<ReadonlySet<string>> {
  const results = await runChecks(checks, await factsOf({ html }));
  return new Set(
    [...results].flatMap(([id, { status }]) =>
      status === 'warn' || status === 'fail' ? [id] : [],
    ),
  );
}

/**
 * Whether a check for the barrier accuses its example and not the correct page without it: `found`, or the checks that
 * accuse the example alone.
 */
export async function findBarrier(
  barrier: string,
  example: string,
  page: string | null,
): Promise<'found' | readonly string[]> {
  const correct = await findingsOn(pageWith(''));
  const all = [...(await findingsOn(page ?? pageWith(example)))].filter((id) => !correct.has(id));
  return checksByBarrier[barrier]?.some((id) => all.includes(id)) ? 'found' : all;
}
