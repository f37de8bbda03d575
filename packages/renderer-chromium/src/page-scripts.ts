// Scripts for pages are texts: bundlers and test runners add calls of their own helpers to functions, which do not
// exist in a page.

/**
 * Passes on the first errors that scripts do not catch. Worlds do not see errors of each other, but events of the
 * document.
 */
export const collectScriptErrors = '';
