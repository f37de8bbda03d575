import type { SiteRule } from '../site-rule.ts';
import { isBrokenPage } from './pages.ts';
import { uncheckedImages } from './unchecked.ts';
import { count, statusText, urlText } from './words.ts';

/** Images exist, as far as they were requested. */
export const brokenImages: SiteRule = {
  id: 'broken-images',
  importance: 'medium',
  title: 'The images of the site exist',
  advice: 'Upload the image again, or change or remove the <img> on the listed pages.',
  why: 'Visitors of these pages see an empty box where a picture should be.',
  source: 'https://developers.google.com/search/docs/appearance/google-images',
  unchecked: uncheckedImages,
  *find(site) {
    for (const [index, page] of site.pages.entries()) {
      yield null;
      if (!isBrokenPage(page)) continue;
      const pages = Array.from(site.linksTo(index))
        .filter(({ isImage }) => isImage)
        .map(({ from }) => from);
      if (pages.length === 0) continue;
      yield {
        summary: `${count(pages.length, 'page shows', 'pages show')} the image ${urlText(page.url)}, which responds with ${statusText(page)}.`,
        pages,
        target: page.url,
      };
    }
  },
};
