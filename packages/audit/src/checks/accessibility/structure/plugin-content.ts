import type { MediaFact, PageFacts, SourceTag } from '../../../page/page-facts.ts';
import { tagsEvidence } from '../../../readings/evidence.ts';
import type { Check } from '../../check.ts';

const pluginType =
  /^application\/(?:x-(?:shockwave-flash|silverlight(?:-2)?|java-applet|director)|java-applet|futuresplash)\s*(?:;|$)/i;
const pluginFile = /\.(?:swf|xap|dcr)(?:[?#]|$)/i;

/**
 * No content needs a plug-in: browsers no longer run Flash and Silverlight. While they did, `wmode` hid
 * Flash from screen readers unless it was `window` (http://dynamicflash.com/2006/10/flash-accessibility-and-wmode/).
 */
export const pluginContent: Check = {
  id: 'plugin-content',
  category: 'accessibility',
  importance: 'low',
  title: 'No content needs a plug-in',
  advice:
    'Remove the quoted <object>, <embed> or <param>, and show its content in HTML: <video>, <audio>, a picture or text.',
  source: 'https://developer.mozilla.org/en-US/docs/Glossary/Plugin',
  run: ({ page }) => {
    const found = pluginsOf(page);
    const value = { found: found.length };
    if (found.length === 0) {
      return { status: 'pass', summary: 'Flash or Silverlight on the page: none.', value };
    }
    const transparent = page.pluginParams.find(
      (param) => param.name === 'wmode' && !/^window$/i.test(param.value.trim()),
    );
    const wmode =
      transparent === undefined
        ? ''
        : ` The parameter wmode="${transparent.value.slice(0, 30)}" also hid it from screen readers.`;
    return {
      status: 'warn',
      summary: `${found.length} ${found.length === 1 ? 'element is' : 'elements are'} for a plug-in such as Flash, which browsers no longer run.${wmode}`,
      value,
      evidence: tagsEvidence(found),
    };
  },
};

/**
 * Elements for a plug-in; parameters where the `<object>` around them does not show it. An `<applet>` is the
 * finding of `deprecated-html`.
 */
function pluginsOf({ media, pluginParams }: PageFacts): readonly SourceTag[] {
  const elements = media.filter(isPlugin);
  return elements.length > 0 ? elements : pluginParams;
}

function isPlugin({ element, type, src, hidden }: MediaFact): boolean {
  if ((element !== 'object' && element !== 'embed') || hidden === 'all') return false;
  return pluginType.test(type?.trim() ?? '') || pluginFile.test(src ?? '');
}
