import type { AnchorFact, PageFacts } from '../../../page/page-facts.ts';
import { elementsEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import { memoize } from '../../../readings/memoize.ts';
import type { PageLink } from '../../../readings/page-urls.ts';
import type { Check } from '../../check.ts';

/** Formats that another program opens, by their extension, with the words that name them. */
const formats: Readonly<Record<string, RegExp>> = {
  doc: /\b(?:docx?|word)\b/i,
  docx: /\b(?:docx?|word)\b/i,
  odt: /\b(?:odt|opendocument|libreoffice)\b/i,
  pdf: /\bpdfs?\b/i,
  ppt: /\b(?:pptx?|powerpoint)\b/i,
  pptx: /\b(?:pptx?|powerpoint)\b/i,
  xls: /\b(?:xlsx?|excel)\b/i,
  xlsx: /\b(?:xlsx?|excel)\b/i,
  zip: /\bzip\b/i,
};

/**
 * Links to documents say their format.
 *
 * @remarks Which formats count is ours, and that any mention on the page is enough, or an icon: a class or an image
 * whose name has the format. WCAG does not require it.
 */
export const linkFileFormat: Check = {
  id: 'link-file-format',
  category: 'accessibility',
  importance: 'info',
  title: 'Links to documents name their format',
  advice:
    'Add the format and the size to the link text: <a href="guide.pdf">Style guide (PDF, 2 MB)</a>. Visitors then know that another program may open.',
  why: 'Visitors expect a page and get a download or another program, which comes as a surprise, above all on a phone.',
  source: 'https://www.gov.uk/guidance/content-design/links',
  run: ({ page, urls }) => {
    const documents = urls.links
      .flatMap((link) => documentOf(link))
      .slice(0, maxDocuments)
      .map((link) => ({ ...link, isNamed: isNamed(link, page) }));
    const found = documents.filter((link) => !link.isNamed);
    return faultsOutcome(documents.length, found, {
      none: 'The page has no links to PDF or Office files.',
      fault: 'Links to files without their format',
      summary: (count, all) => {
        const extensions = [...new Set(found.map(({ extension }) => extension.toUpperCase()))];
        return `${count} of ${all} links to files (${extensions.join(', ')}) ${count === 1 ? 'opens' : 'open'} a format that the page does not name.`;
      },
      value: { documents: documents.length, without: found.length },
      evidence: () => elementsEvidence(found),
    });
  },
};

/** A link to a document. */
interface DocumentLink {
  readonly tag: AnchorFact;
  readonly text: string;
  /** Lower-case. */
  readonly extension: string;
}

/** Documents that are checked. */
const maxDocuments = 1_000;

/** The link, if it leads to a document. */
function documentOf({ tag, url, kind }: PageLink): readonly DocumentLink[] {
  if (url === null || tag.hidden !== 'no' || (kind !== 'internal' && kind !== 'external'))
    return [];
  const extension = /\.([a-z]{3,4})$/i.exec(url.pathname.slice(-6))?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(formats, extension) ? [{ tag, text: tag.text, extension }] : [];
}

function isNamed({ tag, extension }: DocumentLink, page: PageFacts): boolean {
  return namedFormats(page).has(extension) || formats[extension]?.test(ownWords(tag)) === true;
}

/** Images whose words are read, and characters of each text. */
const imageLimits = { images: 500, characters: 60 } as const;

/** The formats that the page names in its text or with an image. */
const namedFormats = memoize(({ text, images }: PageFacts): ReadonlySet<string> => {
  const icons = images.slice(0, imageLimits.images).flatMap(({ alt, title, src }) => {
    const { characters } = imageLimits;
    return [alt?.slice(0, characters), title?.slice(0, characters), src?.slice(-characters)];
  });
  const words = `${text} ${icons.join(' ').replaceAll(/[_./-]/g, ' ')}`;
  return new Set(
    Object.entries(formats).flatMap(([name, pattern]) => (pattern.test(words) ? [name] : [])),
  );
});

/** What a link says of itself apart from its target: its names, and the classes that icons use. */
function ownWords({ accessibleText, title, ariaLabel, html }: AnchorFact): string {
  const classes = /\s(?:class|type|data-[\w-]{1,30})\s*=\s*(?:"[^"]{0,200}|'[^']{0,200})/gi;
  const hints = html.match(classes)?.join(' ').replaceAll(/[_/-]/g, ' ') ?? '';
  return `${accessibleText} ${title ?? ''} ${ariaLabel ?? ''} ${hints}`;
}
