import type { MediaFact, PageFacts, SourceTag } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

const pluginType =
  /^application\/(?:x-(?:shockwave-flash|silverlight(?:-2)?|java-applet|director)|java-applet|futuresplash)\s*(?:;|$)/i;
const pluginFile = /\.(?:swf|xap|dcr|class)(?:[?#]|$)/i;
/** An `<object>` names its plug-in: `classid="clsid:D27CDB6E-AE6D-11cf-96B8-444553540000"`. */
const pluginClass = /\sclassid\s*=/i;

/**
 * No content needs a plug-in: browsers no longer run Flash and Silverlight. While they did, `wmode` hid
 * Flash from screen readers unless it was `window` (http://dynamicflash.com/2006/10/flash-accessibility-and-wmode/).
 *
 * @remarks Which types and file names need a plug-in is ours.
 */
export const pluginContent: Check = {
  id: 'plugin-content',
  category: 'accessibility',
  importance: 'low',
  title: 'Browsers can show all content by themselves',
  advice:
    'Remove the quoted <object>, <embed> or <param>, and show its content in HTML: <video>, <audio>, a picture or text.',
  why: 'Browsers no longer run plug-ins, so visitors see an empty space where this content should be.',
  source: 'https://developer.mozilla.org/en-US/docs/Glossary/Plugin',
  run: ({ page }) => {
    const found = pluginsOf(page);
    const value = { found: found.length };
    if (found.length === 0) {
      return { status: 'pass', summary: 'Flash or Silverlight on the page: none.', value };
    }
    const wmode = transparencyOf(page);
    return {
      status: 'warn',
      summary: `${found.length} ${found.length === 1 ? 'element is' : 'elements are'} for a plug-in such as Flash, which browsers no longer run.${wmode}`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};

/**
 * Elements for a plug-in; without one, parameters that name its file, of which the `<object>` says nothing. An
 * `<applet>` is the finding of `deprecated-html`.
 */
function pluginsOf({ media, pluginParams }: PageFacts): readonly SourceTag[] {
  const elements = media.filter(isPlugin);
  if (elements.length > 0) return elements;
  return pluginParams.filter(({ name, value }) => name === 'movie' && pluginFile.test(value));
}

/** A sentence about the first parameter that hid a plug-in from screen readers; `''` without one. */
function transparencyOf({ pluginParams }: PageFacts): string {
  const transparent = pluginParams.find(
    ({ name, value }) => name === 'wmode' && /^\s*(?:opaque|transparent)\s*$/i.test(value),
  );
  if (transparent === undefined) return '';
  return ` The parameter wmode="${transparent.value.trim()}" also hid it from screen readers.`;
}

function isPlugin({ element, type, src, hidden, html }: MediaFact): boolean {
  if ((element !== 'object' && element !== 'embed') || hidden === 'all') return false;
  if (element === 'object' && pluginClass.test(html)) return true;
  return pluginType.test(type?.trim() ?? '') || pluginFile.test(src?.trim() ?? '');
}
