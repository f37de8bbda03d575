import { act, html, known, mdn, read, type SourceClaims } from './source-claim.ts';

const headings = 'https://www.w3.org/WAI/tutorials/page-structure/headings/';
const imageTips = 'https://www.w3.org/WAI/tutorials/images/tips/';

const linkPurpose = 'https://www.w3.org/WAI/WCAG22/Understanding/link-purpose-in-context';

/** A technique or a failure of WCAG. */
function technique(page: string): string {
  return `https://www.w3.org/WAI/WCAG22/Techniques/${page}`;
}

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
  'text-direction': known(
    'https://www.w3.org/International/questions/qa-html-dir',
    'A page from right to left has dir="rtl" on its html element, and so do parts in another direction.',
    'Which texts are checked is ours: those of at least 3 words in a block, marked with such a language.',
  ),
  'orientation-lock': read(
    act('b33eff'),
    'No style sheet turns an element by 90 degrees in one orientation of the screen.',
    'That only rules for html and body in style elements are read is ours.',
  ),
  'text-spacing': read(
    act('78fd32'),
    'A style attribute with !important sets lines at least 1.5 times as high as the font.',
    'That letters need 0.12 and words 0.16 of its size is from two more rules. What a style sheet decides, such as the size of the font, is left out.',
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
  'heading-markup': read(
    technique('failures/F2'),
    'Text that is styled to look like a heading, but is not marked up as one, is a failure.',
    'What looks like a heading is ours: short, bold and at least half as large again by its own style attribute.',
  ),
  'list-markup': read(
    technique('html/H48'),
    'Lists have list elements: typed asterisks and line breaks do not tell people that items belong together.',
    'That 3 lines in a row with the same bullet, or with numbers, are a list is ours.',
  ),
  'uppercase-text': read(
    'https://webaim.org/techniques/fonts/',
    'Texts in capital letters should be limited.',
    'That 10 words and 50 letters are too much is ours; no criterion of WCAG limits them.',
  ),
  abbreviation: read(
    html('text-level-semantics.html#the-abbr-element'),
    'Authors are encouraged to expand unfamiliar abbreviations once, in the text or with the title of an abbr element.',
    'That only a marked abbreviation needs it, and that brackets hold the explanation, are ours.',
  ),
  'image-alt': read(
    act('23a2a8'),
    'Each image has an accessible name, or is marked as decoration.',
    'That tracking pixels need none is ours.',
  ),
  'image-role-alt': read(
    technique('failures/F39'),
    'An image that assistive technology should ignore has an empty alternative.',
    'That its role says that it should be ignored is our conclusion.',
  ),
  'image-alt-phrase': read(
    imageTips,
    'Usually, words such as “image”, “icon” and “picture” are not needed in an alternative text.',
    'The phrases in other languages are ours.',
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
  'link-punctuation': read(
    linkPurpose,
    'The text of a link, or the text around it, describes its purpose, ideally the text of the link alone.',
    'That punctuation cannot is our conclusion, regardless of the text around it.',
  ),
  'link-url-text': known(
    'https://webaim.org/techniques/hypertext/link_text',
    'URLs as link texts are hard to read for users of screen readers, above all long ones; short ones can be fine.',
    'That the host alone is short enough is ours, and so is the exception for DOIs.',
  ),
  'link-twice': read(
    technique('html/H2'),
    'An image and a text beside it that lead to one page are one link, and the image has an empty alternative.',
  ),
  'list-link-text': read(
    linkPurpose,
    'It is a best practice, and not required, that links with different destinations have different texts.',
    'That only items with nothing but a link are compared is ours.',
  ),
  'link-file-format': known(
    'https://www.gov.uk/guidance/content-design/links',
    'A link to a document says so, with its format.',
    'Which formats count, and that any mention on the page is enough, are ours; WCAG does not require it.',
  ),
  'iframe-title': read(
    technique('html/H64'),
    'The title of an iframe describes its content.',
    'The list of titles that do not is ours.',
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
  'widget-name': known(
    'https://www.w3.org/TR/wai-aria-1.2/#namecalculation',
    'An accessible name is required of dialogs, alert dialogs, meters, progress bars, tooltips and tree items.',
    'That dialogs which are hidden in the HTML are left out is ours, as axe-core does.',
  ),
  'field-label': read(`${act('e086e5')}proposed/`, 'Each form field has an accessible name.'),
  'field-labels': known(
    'https://dequeuniversity.com/rules/axe/4.10/form-field-multiple-labels',
    'A field has one label element only: screen readers differ in which of several they read.',
    'That labels without text do not count is ours; HTML allows several labels.',
  ),
  'placeholder-label': known(
    html('input.html#the-placeholder-attribute'),
    'A placeholder should not be used instead of a label.',
    'That a name by an attribute is enough is ours.',
  ),
  'field-group': read(
    technique('html/H71'),
    'Radio buttons and checkboxes of one question are grouped, with a description of the group.',
    'Which checkboxes belong together is guessed from their names.',
  ),
  'fieldset-legend': read(
    technique('html/H71'),
    'The first element in a fieldset is a legend, which describes the group.',
    'That a name by an attribute is enough is ours.',
  ),
  'button-text': read(
    'https://www.w3.org/WAI/WCAG22/Understanding/headings-and-labels',
    'Labels are descriptive, and need not be long: a word, or even a character, can be enough.',
    'The list of names that describe nothing is ours.',
  ),
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
  'keyboard-reachable': read(
    technique('client-side-script/SCR29'),
    'An element with onclick that is not a control needs a tabindex, and a handler for keys, to be operable with a keyboard.',
    'That the role of a button is a sign of such an element, and which handlers do nothing for visitors, are ours.',
  ),
  'link-role-button': known(
    'https://www.w3.org/WAI/ARIA/apg/patterns/button/',
    'The Enter key and the space bar activate a button; a button does something, and a link leads to a resource.',
    'That a link with attributes of scripts may handle the space bar is ours.',
  ),
  'select-navigates': read(
    technique('html/H84'),
    'A button next to a list of options starts the action, as options change on the way of keyboard users.',
    'Only onchange attributes are read.',
  ),
  'focus-kept': read(
    technique('failures/F55'),
    'onfocus="this.blur()" removes the focus, so that only a pointing device can operate the element.',
  ),
  accesskey: known(
    mdn('Web/HTML/Reference/Global_attributes/accesskey'),
    'It is generally recommended not to use access keys on most sites, as they conflict with keys of browsers and others.',
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
    'https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/main.html',
    'Each page should have one main landmark, and several of them need different labels.',
    'That only a page without any other way past its menus fails is from WCAG 2.4.1.',
  ),
  'navigation-names': read(
    'https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/navigation.html',
    'Several navigation landmarks have different labels, except for those with identical links.',
    'That having no label distinguishes one from the others is ours.',
  ),
  'landmark-names': known(
    'https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/complementary.html',
    'If a page has several complementary landmarks, each has a different label.',
    'That named sections are checked, too, is from their own page. That those without text are left out is ours.',
  ),
  'landmark-once': known(
    'https://www.w3.org/WAI/ARIA/apg/patterns/landmarks/examples/banner.html',
    'A page may have one banner landmark, and several have different labels.',
    'That this holds for contentinfo landmarks is from their own page. What is another version of a header is ours.',
  ),
  'landmark-top-level': known(
    'https://www.w3.org/WAI/ARIA/apg/practices/landmark-regions/',
    'The banner, main, complementary and contentinfo landmarks are in no other landmark.',
    'That an aside may be in main is ours, as in axe-core.',
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
    'That an empty corner is not a header, and so belongs in a td, is ours.',
  ),
  'table-data': known(
    html('tables.html#the-th-element'),
    'A th element is a header cell of a table.',
    'That headers without data are a mistake is our conclusion.',
  ),
  'table-scope': read(
    technique('html/H63'),
    'Headers in the first row or column need no scope; it says for others whether they are for a row, a column or a group.',
    'For complex tables, WCAG prefers headers attributes: that scope is enough is ours.',
  ),
  'table-layout': known(
    html('tables.html#the-table-element'),
    'Tables should not be used for layout; one that is must have role="presentation".',
    'What is certainly layout is ours: one row or one column with headings, and nothing that belongs to data.',
  ),
  'table-in-header': known(
    'https://www.w3.org/WAI/tutorials/tables/',
    'Screen readers read the headers of a cell together with it.',
    'That a table is too much for a header is our conclusion: HTML allows it.',
  ),
  'moving-text': read(
    'https://www.w3.org/WAI/WCAG22/Understanding/pause-stop-hide',
    'Text that moves by itself for more than five seconds can be paused, stopped or hidden.',
    'Only marquee and blink elements are found, and not how long they move or what stops them.',
  ),
  'plugin-content': read(
    mdn('Glossary/Plugin'),
    'No major browser supports plug-ins such as Flash any more.',
    'Which types and file names need one is ours.',
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
  'audio-transcript': read(
    technique('general/G158'),
    'Recordings of sound only have a text with the same content.',
    'That a word for it on the page is enough is ours: only a person can tell whether it is needed and there.',
  ),
  'video-alternative': read(
    'https://www.w3.org/WAI/WCAG22/Understanding/audio-description-or-media-alternative-prerecorded',
    'Videos have an audio description, or a text that describes all of them.',
    'That a word for either on the page is enough is ours: only a person can tell whether it is needed and there.',
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
