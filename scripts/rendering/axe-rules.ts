/** Rules of axe-core and checks of ours that decide about the same: one of these rules breaks, so one of the checks accuses. */
interface SharedDecision {
  /** Ids of the rules: https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md */
  readonly rules: readonly string[];
  readonly checks: readonly string[];
}

/**
 * What both axe-core and checks of ours decide from HTML. Rules that no check of ours decides are left out, and those
 * that need colours and boxes, which `checks/rendered` reports.
 */
export const sharedDecisions: readonly SharedDecision[] = [
  // Names.
  {
    rules: [
      'area-alt',
      'aria-command-name',
      'button-name',
      'input-button-name',
      'link-name',
      'summary-name',
    ],
    checks: ['button-name', 'link-name', 'menu-item-name'],
  },
  {
    rules: ['aria-input-field-name', 'aria-toggle-field-name', 'label', 'select-name'],
    checks: ['field-label'],
  },
  {
    rules: [
      'aria-dialog-name',
      'aria-meter-name',
      'aria-progressbar-name',
      'aria-tooltip-name',
      'aria-treeitem-name',
    ],
    checks: ['widget-name'],
  },
  { rules: ['image-alt', 'role-img-alt', 'svg-img-alt'], checks: ['image-alt'] },
  { rules: ['image-redundant-alt'], checks: ['image-alt-redundant'] },
  { rules: ['input-image-alt'], checks: ['image-button-name'] },
  { rules: ['frame-title'], checks: ['iframe-name'] },
  { rules: ['object-alt'], checks: ['object-alternative'] },
  { rules: ['form-field-multiple-labels'], checks: ['field-labels'] },
  { rules: ['label-content-name-mismatch'], checks: ['label-in-name'] },
  { rules: ['autocomplete-valid'], checks: ['autocomplete-valid'] },
  // The document.
  { rules: ['document-title'], checks: ['title'] },
  { rules: ['html-has-lang'], checks: ['lang'] },
  { rules: ['html-lang-valid', 'valid-lang'], checks: ['lang-valid'] },
  {
    rules: ['meta-refresh', 'meta-refresh-no-exceptions'],
    checks: ['meta-refresh', 'meta-refresh-delay'],
  },
  { rules: ['css-orientation-lock'], checks: ['orientation-lock'] },
  { rules: ['avoid-inline-spacing'], checks: ['text-spacing'] },
  { rules: ['meta-viewport'], checks: ['viewport-zoom'] },
  { rules: ['landmark-one-main', 'landmark-no-duplicate-main'], checks: ['main-landmark'] },
  {
    rules: ['landmark-no-duplicate-banner', 'landmark-no-duplicate-contentinfo'],
    checks: ['landmark-once'],
  },
  {
    rules: [
      'landmark-banner-is-top-level',
      'landmark-complementary-is-top-level',
      'landmark-contentinfo-is-top-level',
      'landmark-main-is-top-level',
    ],
    checks: ['landmark-top-level'],
  },
  { rules: ['landmark-unique'], checks: ['landmark-names', 'navigation-names'] },
  { rules: ['page-has-heading-one', 'empty-heading'], checks: ['h1', 'heading-empty'] },
  { rules: ['heading-order'], checks: ['heading-order'] },
  // ARIA.
  {
    rules: ['aria-allowed-attr', 'aria-conditional-attr', 'aria-prohibited-attr'],
    checks: ['aria-attribute-allowed'],
  },
  {
    rules: ['aria-allowed-role', 'presentation-role-conflict'],
    checks: ['aria-none-ignored', 'aria-role-allowed', 'image-role-alt'],
  },
  { rules: ['aria-deprecated-role'], checks: ['aria-deprecated'] },
  { rules: ['aria-hidden-body'], checks: ['aria-hidden-body'] },
  { rules: ['aria-hidden-focus'], checks: ['aria-hidden-focus'] },
  { rules: ['aria-required-attr'], checks: ['aria-required-attributes'] },
  { rules: ['aria-required-children'], checks: ['aria-required-children'] },
  { rules: ['aria-required-parent'], checks: ['aria-required-parent'] },
  { rules: ['aria-roles'], checks: ['aria-role-valid'] },
  { rules: ['aria-valid-attr'], checks: ['aria-attribute-valid'] },
  { rules: ['aria-valid-attr-value'], checks: ['aria-value-valid'] },
  // The keyboard.
  { rules: ['accesskeys'], checks: ['accesskey-unique'] },
  { rules: ['frame-focusable-content'], checks: ['frame-focus'] },
  { rules: ['nested-interactive'], checks: ['nested-focus'] },
  { rules: ['tabindex'], checks: ['tabindex-positive'] },
  // Structure.
  { rules: ['list', 'listitem'], checks: ['list-structure'] },
  { rules: ['definition-list', 'dlitem'], checks: ['definition-list-structure'] },
  { rules: ['td-has-header'], checks: ['table-headers'] },
  { rules: ['td-headers-attr'], checks: ['table-headers-attribute'] },
  { rules: ['th-has-data-cells'], checks: ['table-data', 'table-header-cells'] },
  { rules: ['empty-table-header'], checks: ['table-header-empty'] },
  // Media.
  { rules: ['blink', 'marquee'], checks: ['moving-text'] },
  { rules: ['no-autoplay-audio'], checks: ['autoplay-sound'] },
  { rules: ['video-caption'], checks: ['video-captions'] },
];
