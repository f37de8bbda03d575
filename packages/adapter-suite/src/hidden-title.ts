/** The title of `/hidden`: bidirectional controls and marks, and controls of terminals. */
export const hiddenTitle = 'Bread \u202egpj.exe\u2066 \u0007\u009b31m \u061c\u200f';

/** The same in the HTML of a page. */
export const shownTitle =
  'Bread &lt;U+202E>gpj.exe&lt;U+2066> &lt;U+0007>&lt;U+009B>31m &lt;U+061C>&lt;U+200F>';
