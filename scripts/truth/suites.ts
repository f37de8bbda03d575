import { ariaAttributeAllowed } from '../../packages/audit/src/checks/accessibility/aria/aria-attribute-allowed.ts';
import { ariaAttributeValid } from '../../packages/audit/src/checks/accessibility/aria/aria-attribute-valid.ts';
import { ariaHiddenFocus } from '../../packages/audit/src/checks/accessibility/aria/aria-hidden-focus.ts';
import { ariaRequiredAttributes } from '../../packages/audit/src/checks/accessibility/aria/aria-required-attributes.ts';
import { ariaRequiredChildren } from '../../packages/audit/src/checks/accessibility/aria/aria-required-children.ts';
import { ariaRequiredParent } from '../../packages/audit/src/checks/accessibility/aria/aria-required-parent.ts';
import { ariaRoleValid } from '../../packages/audit/src/checks/accessibility/aria/aria-role-valid.ts';
import { ariaValueValid } from '../../packages/audit/src/checks/accessibility/aria/aria-value-valid.ts';
import { frameFocus } from '../../packages/audit/src/checks/accessibility/aria/frame-focus.ts';
import { nestedFocus } from '../../packages/audit/src/checks/accessibility/aria/nested-focus.ts';
import { autocompleteValid } from '../../packages/audit/src/checks/accessibility/controls/autocomplete-valid.ts';
import { buttonName } from '../../packages/audit/src/checks/accessibility/controls/button-name.ts';
import { fieldLabel } from '../../packages/audit/src/checks/accessibility/controls/field-label.ts';
import { labelInName } from '../../packages/audit/src/checks/accessibility/controls/label-in-name.ts';
import { menuItemName } from '../../packages/audit/src/checks/accessibility/controls/menu-item-name.ts';
import { lang } from '../../packages/audit/src/checks/accessibility/document/lang.ts';
import { langValid } from '../../packages/audit/src/checks/accessibility/document/lang-valid.ts';
import { metaRefresh } from '../../packages/audit/src/checks/accessibility/document/meta-refresh.ts';
import { metaRefreshDelay } from '../../packages/audit/src/checks/accessibility/document/meta-refresh-delay.ts';
import { orientationLock } from '../../packages/audit/src/checks/accessibility/document/orientation-lock.ts';
import { textSpacing } from '../../packages/audit/src/checks/accessibility/document/text-spacing.ts';
import { viewportZoom } from '../../packages/audit/src/checks/accessibility/document/viewport-zoom.ts';
import { headingEmpty } from '../../packages/audit/src/checks/accessibility/names/heading-empty.ts';
import { iframeName } from '../../packages/audit/src/checks/accessibility/names/iframe-name.ts';
import { imageAlt } from '../../packages/audit/src/checks/accessibility/names/image-alt.ts';
import { imageButtonName } from '../../packages/audit/src/checks/accessibility/names/image-button-name.ts';
import { linkName } from '../../packages/audit/src/checks/accessibility/names/link-name.ts';
import { listStructure } from '../../packages/audit/src/checks/accessibility/structure/list-structure.ts';
import { mainLandmark } from '../../packages/audit/src/checks/accessibility/structure/main-landmark.ts';
import { objectAlternative } from '../../packages/audit/src/checks/accessibility/structure/object-alternative.ts';
import { skipLink } from '../../packages/audit/src/checks/accessibility/structure/skip-link.ts';
import { tableHeaderCells } from '../../packages/audit/src/checks/accessibility/structure/table-header-cells.ts';
import { tableHeadersAttribute } from '../../packages/audit/src/checks/accessibility/structure/table-headers-attribute.ts';
import { videoCaptions } from '../../packages/audit/src/checks/accessibility/structure/video-captions.ts';
import type { Check } from '../../packages/audit/src/checks/check.ts';
import { outcomeOf } from '../../packages/audit/src/checks/fixtures/facts-of.ts';
import { title } from '../../packages/audit/src/checks/seo/head/title.ts';
import { isAllowed, parseRobotsTxt } from '../../packages/audit/src/fetch/robots/robots-rules.ts';
import type { Outcome } from '../../packages/audit/src/outcome.ts';
import { oracleFacts } from '../../packages/audit/src/page/fixtures/parse5-oracle.ts';
import { textFacts } from '../../packages/audit/src/page/fixtures/text-facts.ts';
import { readPage } from '../../packages/audit/src/page/read-page.ts';
import { barriersNotFound, findBarrier } from './gds-barriers.ts';

/** The fields that a case of any of the files may have. */
interface Case {
  readonly id: string;
  readonly rule: string;
  readonly title: string;
  readonly html: string;
  readonly expected: string;
  readonly robotsBase64: string;
  readonly url: string;
  readonly userAgent: string;
  readonly allowed: boolean;
  readonly base64: string;
  readonly encoding: string;
  readonly barrier: string;
  readonly example: string;
  readonly page: string | null;
}

/** One comparison: its name, our result and the expected one. */
interface Comparison {
  readonly name: string;
  readonly ours: unknown;
  readonly expected: unknown;
}

/** A file of published cases, and how to compare them. */
interface Suite {
  readonly file: string;
  readonly compare: (testCase: Case, index: number) => Promise<readonly Comparison[]>;
  /** The accepted disagreements, with reasons. */
  readonly known: readonly { readonly reason: string; readonly names: readonly string[] }[];
}

/** Our check for each of W3C's ACT rules. */
const actChecks: Readonly<Record<string, Check>> = {
  // Documents, links and images.
  '2779a5': title,
  '23a2a8': imageAlt,
  '24afc2': textSpacing,
  '78fd32': textSpacing,
  '9e45ec': textSpacing,
  b33eff: orientationLock,
  b4f0c3: viewportZoom,
  b5c3f8: lang,
  bc659a: metaRefresh,
  bf051a: langValid,
  bisz58: metaRefreshDelay,
  c487ae: linkName,
  cae760: iframeName,
  de46e4: langValid,
  ffd0e9: headingEmpty,
  // Names and labels of controls.
  '2ee8b8': labelInName,
  '59796f': imageButtonName,
  '73f2c2': autocompleteValid,
  '97a4e1': buttonName,
  e086e5: fieldLabel,
  m6b1q3: menuItemName,
  // ARIA: roles and attributes.
  '307n5z': nestedFocus,
  '4e8ab6': ariaRequiredAttributes,
  '5c01ea': ariaAttributeAllowed,
  '5f99a7': ariaAttributeValid,
  '674b10': ariaRoleValid,
  '6a7281': ariaValueValid,
  '6cfa84': ariaHiddenFocus,
  akn7bn: frameFocus,
  bc4a75: ariaRequiredChildren,
  ff89c9: ariaRequiredParent,
  // Structure: landmarks, tables and media.
  '8fc3b6': objectAlternative,
  a25f45: tableHeadersAttribute,
  b40fd1: mainLandmark,
  cf77f2: mainLandmark,
  d0f69e: tableHeaderCells,
  eac66b: videoCaptions,
  ye5d6e: skipLink,
};

/** Rules that apply to every page: where our check does not, there is nothing to skip. */
const rulesForEveryPage = new Set(['b40fd1', 'cf77f2', 'ye5d6e']);

/** Checks that also decide about a rule: what a `<ul>` may contain is one of HTML, and no second finding of ARIA. */
const furtherChecks: Readonly<Record<string, Check>> = { bc4a75: listStructure };

/** Our outcome in the terms of an ACT rule. */
function actOutcomeOf(rule: string, { status, value }: Outcome): string {
  // Not a second finding beside `main-landmark`.
  if (status === 'na' && rule === 'ye5d6e' && value !== undefined) return 'failed';
  if (status === 'na' && rulesForEveryPage.has(rule)) return 'passed';
  if (status === 'warn' && rule === 'cf77f2') return 'passed';
  // Not a second finding beside `meta-refresh`, whose rule the page breaks, too.
  if (status === 'na' && rule === 'bisz58' && value !== undefined) return 'failed';
  // Not a second finding beside `h1`.
  if (status === 'na' && rule === 'ffd0e9' && value !== undefined) return 'failed';
  // Several main landmarks, and other landmarks with content, satisfy the rule.
  const { mains, regions } = (value ?? {}) as {
    readonly mains?: number;
    readonly regions?: number;
  };
  if (status === 'warn' && rule === 'b40fd1' && (mains || regions)) return 'passed';
  return actOutcomes[status];
}

/** Compares an ACT case; a rule without a check agrees with none of its cases. */
async function compareAct({ id, rule, title, html, expected }: Case): Promise<Comparison> {
  // Several cases of a rule may have one title.
  const name = `${rule} ${title} ${id.slice(0, 8)}`;
  const check = actChecks[rule];
  if (check === undefined) return { name, ours: 'no check', expected };
  // Their media types are those of other documents, which are refused.
  if (/^\s*<(?:svg|math)[\s>]/.test(html)) return { name, ours: 'inapplicable', expected };
  const ours = actOutcomeOf(rule, await outcomeOf(check, { html }));
  const further = furtherChecks[rule];
  const isFailed = further !== undefined && (await outcomeOf(further, { html })).status === 'warn';
  // Where the rule about parts of a page does not apply, our check still applies to the page.
  const wanted = rule === 'de46e4' && expected === 'inapplicable' ? 'passed' : expected;
  return { name, ours: isFailed ? 'failed' : ours, expected: wanted };
}

/** Our results in the terms of the ACT rules; a check that throws agrees with none of them. */
const actOutcomes = {
  error: 'error',
  pass: 'passed',
  warn: 'failed',
  fail: 'failed',
  na: 'inapplicable',
};

/** Every file that the script reads. */
export const suites: readonly Suite[] = [
  {
    file: 'robots.json',
    compare: async ({ id, robotsBase64, url, userAgent, allowed }) => {
      const rules = parseRobotsTxt(Buffer.from(robotsBase64, 'base64'));
      return [{ name: id, ours: isAllowed(rules, userAgent, url).allowed, expected: allowed }];
    },
    known: [],
  },
  {
    file: 'act.json',
    compare: async (testCase) => [await compareAct(testCase)],
    known: [],
  },
  {
    file: 'act-controls.json',
    compare: async (testCase) => [await compareAct(testCase)],
    // What HTML alone does not decide.
    known: [
      {
        reason: 'a script opens a dialog over the frame',
        names: ['akn7bn Inapplicable Example 6 c88fcaf4'],
      },
      {
        reason: 'whether content scrolls depends on its layout',
        names: [
          '0ssw9k Passed Example 1 89302c4f',
          '0ssw9k Passed Example 2 270a22a8',
          '0ssw9k Failed Example 1 5fa34d0a',
          '0ssw9k Inapplicable Example 1 bb9ee4cc',
          '0ssw9k Inapplicable Example 2 a7da5f9d',
          '0ssw9k Inapplicable Example 3 d7f9b0ca',
          '0ssw9k Inapplicable Example 5 8f9b5bf5',
          '0ssw9k Inapplicable Example 6 349a8b4b',
        ],
      },
      {
        reason: 'a style sheet moves the table out of the page',
        names: ['a25f45 Inapplicable Example 3 76b79146'],
      },
      {
        reason: 'a script moves the focus',
        names: ['ye5d6e Passed Example 5 f75c1d3e'],
      },
      {
        reason: 'whether a label describes its field takes a person',
        names: [
          'cc0f0a Passed Example 1 6b256544',
          'cc0f0a Passed Example 3 181fba19',
          'cc0f0a Passed Example 5 b0b11b83',
          'cc0f0a Passed Example 7 081e784e',
          'cc0f0a Failed Example 2 1e520607',
          'cc0f0a Failed Example 4 64994609',
          'cc0f0a Failed Example 6 3ee841b7',
          'cc0f0a Inapplicable Example 2 a83b1482',
        ],
      },
      {
        reason: 'whether an image is decoration takes seeing it',
        names: [
          'e88epe Passed Example 1 9554e68d',
          'e88epe Passed Example 3 57982b4d',
          'e88epe Passed Example 5 59911c86',
          'e88epe Failed Example 2 5d0c52f3',
          'e88epe Failed Example 4 0d0061ff',
          'e88epe Inapplicable Example 1 ebd0080b',
          'e88epe Inapplicable Example 3 410778b7',
          'e88epe Inapplicable Example 5 41452bcd',
          'e88epe Inapplicable Example 7 5b2b8357',
          'e88epe Inapplicable Example 9 a09270ba',
        ],
      },
      {
        reason: 'whether a text describes an image takes seeing it',
        names: [
          'qt1vmo Passed Example 1 af442357',
          'qt1vmo Passed Example 3 2a66c7b8',
          'qt1vmo Failed Example 2 2f7d8259',
          'qt1vmo Inapplicable Example 1 0ab8d652',
          'qt1vmo Inapplicable Example 3 4629221e',
          'qt1vmo Inapplicable Example 5 2e1787fb',
          'qt1vmo Inapplicable Example 7 4d04a494',
          'qt1vmo Inapplicable Example 9 8ff1c1f8',
        ],
      },
    ],
  },
  {
    file: 'gds-barriers.json',
    compare: async ({ barrier, example, page }) => [
      { name: barrier, ours: await findBarrier(barrier, example, page), expected: 'found' },
    ],
    known: barriersNotFound,
  },
  {
    file: 'encodings.json',
    compare: async ({ base64, encoding }, index) => {
      const { charset } = await readPage(Buffer.from(base64, 'base64'), null);
      return [{ name: `#${index}`, ours: charset.name, expected: encoding.toLowerCase() }];
    },
    known: [],
  },
  {
    file: 'html5lib-tree.json',
    compare: async ({ id, html }) => {
      // As pages are decoded.
      const decoded = html.replaceAll('\0', '\uFFFD');
      return [true, false].map((scripting) => {
        const { notes: _, ...ours } = textFacts(decoded, { scripting });
        return { name: id, ours, expected: oracleFacts(html, { scripting }) };
      });
    },
    // docs/how-pages-are-read.md explains both.
    known: [
      {
        reason: 'NUL in text becomes U+FFFD when a page is decoded',
        names: [
          'pending-spec-changes-plain-text-unsafe.dat#0',
          ...[
            1, 2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16, 17, 18, 19, 20, 26, 27, 28, 29, 30, 31, 32,
          ].map((index) => `plain-text-unsafe.dat#${index}`),
        ],
      },
      {
        reason: 'text that does not belong in a table stays in source order',
        names: [
          'adoption01.dat#10',
          'adoption01.dat#11',
          'tests1.dat#32',
          'tests1.dat#77',
          'tests1.dat#78',
          'tests1.dat#79',
          'tests19.dat#89',
          'tests26.dat#2',
          'tests7.dat#30',
          'tests7.dat#31',
          'tests7.dat#32',
          'tests8.dat#6',
        ],
      },
    ],
  },
];
