/** A difference between checks of ours and rules of axe-core on published cases, with its reason. */
interface KnownDifference {
  readonly reason: string;
  /** The first rule of the decision. */
  readonly rule: string;
  /** Who accuses the page alone. */
  readonly by: 'us' | 'axe';
  /** The cases. `all`: each one that our checks do not apply to. */
  readonly cases: 'all' | readonly string[];
}

/** The accepted differences. */
export const knownAxeDifferences: readonly KnownDifference[] = [
  {
    reason:
      'a page without anything to pass on the way to its content needs no landmark: WCAG asks for a way past menus',
    rule: 'landmark-one-main',
    by: 'axe',
    cases: 'all',
  },
  {
    reason:
      'a page without visible content, or with content that scripts add, has that as its one finding, and not its headings, too',
    rule: 'page-has-heading-one',
    by: 'axe',
    cases: 'all',
  },
  {
    reason: 'a script opens a dialog, and axe decides on what is then shown',
    rule: 'page-has-heading-one',
    by: 'us',
    cases: ['akn7bn Inapplicable Example 6 c88fcaf4'],
  },
  {
    reason: 'content that scripts add is the one finding, and not the title, too',
    rule: 'document-title',
    by: 'axe',
    cases: ['qt1vmo Passed Example 3 2a66c7b8'],
  },
  {
    reason: 'role="none" hides a disabled field, and our check is about what screen readers reach',
    rule: 'aria-allowed-role',
    by: 'axe',
    cases: ['e086e5 Inapplicable Example 3 16a90732'],
  },
  {
    reason: 'an abbreviated text beside the whole word: W3C does not count it as another name',
    rule: 'label-content-name-mismatch',
    by: 'axe',
    cases: ['2ee8b8 Inapplicable Example 5 4c8c3802'],
  },
  {
    reason: 'axe asks for no name of a list of options that belongs to a field; ARIA does',
    rule: 'aria-input-field-name',
    by: 'us',
    cases: ['4e8ab6 Failed Example 5 7a1942d2'],
  },
  {
    reason: 'axe looks past an element with aria-live between a list and its items; W3C does not',
    rule: 'aria-required-parent',
    by: 'us',
    cases: ['ff89c9 Failed Example 3 52508dc0'],
  },
  {
    reason: 'axe runs in the page here, and not in its frames',
    rule: 'frame-focusable-content',
    by: 'us',
    cases: ['akn7bn Failed Example 1 62673162'],
  },
  {
    reason: 'axe decides on objects that are loaded only, and the file does not exist here',
    rule: 'object-alt',
    by: 'us',
    cases: ['8fc3b6 Failed Example 5 a2525d7f'],
  },
  {
    reason: 'axe accepts header cells whose cells name others, or are missing',
    rule: 'th-has-data-cells',
    by: 'us',
    cases: ['a25f45 Failed Example 1 7f2be26b', 'd0f69e Failed Example 3 1a0ee1b5'],
  },
];
