import { act, html, known, mdn, read, type SourceClaims } from './source-claim.ts';

const headings = 'https://www.w3.org/WAI/tutorials/page-structure/headings/';
const imageTips = 'https://www.w3.org/WAI/tutorials/images/tips/';

/** Of checks of accessibility. */
export const accessibilityClaims: SourceClaims = {
  lang: read(act('b5c3f8'), 'The html element has a lang attribute that is not empty.'),
  'lang-valid': read(
    act('bf051a'),
    'The first part of the lang attribute of the html element is a known language.',
    'That parts of the page are checked, too, is from WCAG 3.1.2.',
  ),
  'lang-matches-text': read(
    act('ucwvc8'),
    'The lang attribute of the html element is the language of most of the page.',
    'How the language of a text is recognised is ours.',
  ),
  'viewport-zoom': read(
    act('b4f0c3'),
    'The viewport meta tag does not switch zooming off, and allows at least twice the size.',
  ),
  'meta-refresh': read(
    act('bc659a'),
    'A page refreshes at once, or after more than 20 hours, but not in between.',
  ),
  'meta-refresh-delay': read(act('bisz58'), 'A page does not refresh after any delay.'),
  'heading-order': read(
    headings,
    'Skipping levels on the way down can be confusing and should be avoided where possible; on the way up it is fine.',
  ),
  'image-alt': read(
    act('23a2a8'),
    'Each image has an accessible name, or is marked as decoration.',
    'That tracking pixels need none is ours.',
  ),
  'image-alt-placeholder': read(
    'https://www.w3.org/WAI/WCAG22/Techniques/failures/F30',
    'File names and words such as “image” are not text alternatives.',
    'The lists of words, and what is a file name, are ours.',
  ),
  'image-alt-long': read(
    imageTips,
    'An alternative text should be a short phrase or a sentence; longer descriptions belong elsewhere.',
    'The limit of 150 characters is ours.',
  ),
  'image-button-name': read(
    act('59796f'),
    'Each image button has a name other than the default one of browsers.',
  ),
  'link-name': read(act('c487ae'), 'Each link has an accessible name.'),
  'iframe-name': read(
    act('cae760'),
    'Each frame has an accessible name, unless it has a negative tabindex or is marked as decoration.',
  ),
  'heading-empty': read(act('ffd0e9'), 'Each heading has an accessible name.'),
  'aria-hidden-body': known(
    'https://www.w3.org/TR/html-aria/#el-body',
    'aria-hidden="true" must not be on the body element.',
  ),
  'aria-hidden-focus': read(
    act('6cfa84'),
    'Nothing in an element with aria-hidden="true" can be reached with the keyboard.',
    'What a style sheet or a script may hide from all is left out: that is ours.',
  ),
  'nested-focus': read(
    act('307n5z'),
    'Elements whose content is presentational, such as buttons, contain nothing that can be reached with the keyboard.',
  ),
  'frame-focus': read(
    act('akn7bn'),
    'A frame with something to operate does not have a negative tabindex.',
  ),
  'aria-role-valid': read(
    act('674b10'),
    'Each role attribute names at least one role that exists.',
  ),
  'aria-role-allowed': known(
    'https://www.w3.org/TR/html-aria/#docconformance',
    'Each element of HTML allows certain roles only.',
  ),
  'aria-attribute-valid': read(
    act('5f99a7'),
    'Each attribute that begins with aria- is defined by WAI-ARIA.',
  ),
  'aria-attribute-allowed': read(
    act('5c01ea'),
    'Each ARIA attribute is global, or allowed for the role or the element that has it, and not prohibited there.',
  ),
  'aria-value-valid': read(act('6a7281'), 'The value of each ARIA attribute is of its type.'),
  'aria-required-attributes': read(
    act('4e8ab6'),
    'Elements with a role have the attributes that the role requires and has no default for.',
    'What scripts may set later is left out: that is ours.',
  ),
  'aria-required-parent': read(
    act('ff89c9'),
    'Elements with a role that is a part of another one are in an element with that role.',
  ),
  'aria-required-children': read(
    act('bc4a75'),
    'Elements with a role that is made of others contain only elements with those roles.',
    'Empty ones, which a script may fill, are left out: that is ours.',
  ),
  'aria-none-ignored': read(
    act('46ca7f'),
    'Elements that are marked as decoration are not exposed to assistive technology.',
  ),
  'aria-deprecated': known(
    'https://www.w3.org/TR/wai-aria-1.2/#deprecated',
    'Authors should not use roles and attributes that are deprecated.',
  ),
  'button-name': read(act('97a4e1'), 'Each button has an accessible name.'),
  'menu-item-name': read(act('m6b1q3'), 'Each menu item has an accessible name.'),
  'field-label': read(`${act('e086e5')}proposed/`, 'Each form field has an accessible name.'),
  'label-for': known(
    html('forms.html#attr-label-for'),
    'The for attribute of a label is the id of a form field of the page.',
  ),
  'label-in-name': read(
    `${act('2ee8b8')}proposed/`,
    'The visible text of a control that its content names is contained in its label.',
  ),
  'autocomplete-valid': read(
    act('73f2c2'),
    'autocomplete has tokens of the HTML standard in their order.',
  ),
  'input-type': known(
    'https://web.dev/learn/forms/attributes#help_users_enter_the_right_data',
    'The right type of a field gives phones the keyboard that fits.',
  ),
  'paste-allowed': read(
    'https://www.w3.org/WAI/WCAG22/Understanding/accessible-authentication-minimum.html',
    'A login that keeps people from pasting their name or password fails, unless there is another way.',
  ),
  'tabindex-positive': read(
    mdn('Web/HTML/Reference/Global_attributes/tabindex#accessibility_concerns'),
    'tabindex should be 0 or -1: values above 0 make it hard to navigate with the keyboard.',
  ),
  'accesskey-unique': known(
    'https://dequeuniversity.com/rules/axe/4.10/accesskeys',
    'The value of each accesskey should be unique.',
  ),
  'main-landmark': read(
    act('cf77f2'),
    'A page has a way past repeated content: a heading, a landmark, a link or a control that collapses it.',
    'That it should be a main landmark is ours.',
  ),
  'skip-link': read(
    'https://www.w3.org/WAI/WCAG22/Techniques/general/G1',
    'A link at the top of the page that leads to its main content is one way past repeated content.',
  ),
  'list-structure': known(
    html('grouping-content.html#the-ul-element'),
    'The children of a list are list items, and elements that hold scripts.',
  ),
  'definition-list-structure': known(
    html('grouping-content.html#the-dl-element'),
    'The children of a dl element are dt, dd and div elements around them.',
  ),
  'table-headers': read(
    'https://www.w3.org/WAI/tutorials/tables/',
    'Data tables need th elements for their headers; tables for layout do not.',
  ),
  'table-headers-attribute': read(
    act('a25f45'),
    'A headers attribute has ids of other cells of the same table.',
  ),
  'table-header-cells': read(act('d0f69e'), 'Each header cell is assigned to at least one cell.'),
  'table-header-empty': known(
    'https://dequeuniversity.com/rules/axe/4.10/empty-table-header',
    'The header cells of a table should not be empty.',
    'That the corner of a table may be is ours.',
  ),
  'object-alternative': read(
    act('8fc3b6'),
    'Each object element with an image, a sound or a video has an accessible name.',
    'That embed elements are checked, too, is ours.',
  ),
  'video-captions': read(
    act('f51b46'),
    'Videos with sound have captions, in the file or beside it.',
    'Only those beside it can be seen, so that the check has no weight.',
  ),
  'autoplay-sound': read(
    'https://www.w3.org/WAI/WCAG22/Understanding/audio-control.html',
    'Sound that starts by itself and lasts more than 3 seconds can be stopped or turned down.',
    'How long it lasts is not checked.',
  ),
  'image-alt-redundant': read(
    'https://www.w3.org/WAI/WCAG22/Techniques/html/H2',
    'The alternative of an image beside the same text in a link should be empty: screen readers read it twice otherwise.',
  ),
};
