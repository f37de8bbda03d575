import type { PageFacts } from '../../../page/page-facts.ts';
import { tagEvidence } from '../../../readings/evidence.ts';
import { postOf } from '../../../readings/post.ts';
import { isA, pageEntitiesOf } from '../../../readings/structured-data/page-entities.ts';
import type { Check } from '../../check.ts';

/** Properties of schema.org that name who wrote an article, a person or an organisation. */
const properties = ['author', 'creator', 'contributor', 'editor', 'accountablePerson'];

/** Meta tags that name the author: of HTML, Open Graph, Dublin Core, Google Scholar, Parse.ly, Sailthru and others. */
const metaNames =
  /^(?:author|authors|byl|article:author|og:article:author|og:author|book:author|dc(?:terms)?\.(?:creator|contributor)|citation_author|parsely-author|sailthru\.author|cxenseparse:author|twitter:creator|twitter:data1)$/;

/** Paths of pages about authors, in several languages. */
const profile =
  /\/(?:authors?|autore?s?|autori|autoren|auteurs?|autorin|forfatter|kirjoittaja|yazar|yazarlar|people|person|personen|profiles?|staff|journalists?|reporters?|redaktion|redaktionen|team|contributors?|columnists?|writers?|users?|u|by|byline|members?|mitarbeiter|kolumnist|opinion\/columnists)\/|\/@|[?&]author=/i;

/** Words before a name, at the start of a line. */
const byline =
  /^\s*(?:by|von|par|por|di|door|av|af|autor(?:in|a)?|author|auteur|autrice|autore|words|written by|story by|text|texto|texte|testo|tekst|szerző|írta|yazan|yazar|napsal|autori|kirjoittanut|skribent|автор|текст|автори|συντάκτης|του|της|מאת|بقلم|كتب|作者|文|撰文|編輯|编辑|著者|執筆|筆者|글|作者)(?:[\s:：|/・]|$)|記者|记者|기자|\((?:dpa|afp|ap|reuters|apa|sda|efe|ansa|tt|ntb|anp|belga)\b/imu;

/**
 * A news article or a blog post names its author. A name without a word such as “by” before it is not recognised,
 * so the check has no weight.
 *
 * @remarks That a name in a meta tag or in the text is enough is ours.
 */
export const articleAuthor: Check = {
  id: 'article-author',
  category: 'seo',
  importance: 'info',
  title: 'The article names its author',
  advice:
    'Name the author or the editorial team below the headline, and in the structured data: "author": {"@type": "Person", "name": "Ann Baker", "url": "https://example.com/ann"}.',
  why: 'Readers want to know who wrote an article, and search engines can identify the author only if the page gives a name.',
  source: 'https://developers.google.com/search/docs/appearance/structured-data/article#author-bp',
  run: ({ page }) => {
    const post = postOf(page);
    if (post === null) {
      return { status: 'na', summary: 'The page is not certainly a news article or a blog post.' };
    }
    if (hasAuthor(page)) {
      return {
        status: 'pass',
        summary: 'The structured data, a meta tag or the text names who wrote the article.',
      };
    }
    return {
      status: 'warn',
      summary:
        'Neither the structured data nor meta tags, links and the text name who wrote the article.',
      evidence: [tagEvidence(post.item.tag())],
    };
  },
};

function hasAuthor(page: PageFacts): boolean {
  const { all } = pageEntitiesOf(page);
  if (all.some((entity) => properties.some((name) => entity.properties.has(name)))) return true;
  if (all.some((entity) => isA(entity, 'Person'))) return true;
  if (
    page.metas.some(({ property, name }) =>
      metaNames.test((property ?? name ?? '').trim().toLowerCase()),
    )
  ) {
    return true;
  }
  if (page.links.some(({ rel }) => rel.includes('author'))) return true;
  if (page.anchors.some(({ rel, href }) => rel.includes('author') || profile.test(href ?? ''))) {
    return true;
  }
  return byline.test(page.text);
}
