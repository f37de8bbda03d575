import type { PageFacts } from '../page/page-facts.ts';
import { missingContent } from './app-shell.ts';
import { type Heading, headingsOf } from './heading-list.ts';

/** The main headings of a page: its `<h1>`, and those of level 1 by role. */
export function mainHeadingsOf(page: PageFacts): readonly Heading[] {
  return headingsOf(page).filter(({ h1, level }) => h1 || level === 1);
}

/** The text of a heading, or its name if it has none. */
export function headingLabel({ text, name }: Heading): string {
  return text === '' ? name : text;
}

/** Whether the page has main headings, all of them empty, and no script seems to fill them. */
export function isMainHeadingEmpty(page: PageFacts): boolean {
  const main = mainHeadingsOf(page);
  return (
    main.length > 0 &&
    main.every((heading) => headingLabel(heading) === '' && !heading.awaitsScript) &&
    missingContent(page) === null
  );
}
