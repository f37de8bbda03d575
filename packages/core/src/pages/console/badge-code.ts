/** A badge to show on other pages. */
interface Badge {
  readonly alt: string;
  /** The URL that it leads to. */
  readonly page: string;
  readonly image: string;
}

/** HTML that shows a badge. */
export function badgeHtml({ alt, page, image }: Badge): string {
  return `<a href="${escapeHtml(page)}"><img src="${escapeHtml(image)}" alt="${escapeHtml(alt)}"></a>`;
}

/** Markdown that shows a badge. */
export function badgeMarkdown({ alt, page, image }: Badge): string {
  const text = alt.replace(/[\\[\]`*_<>]/g, (character) => `\\${character}`);
  return `[![${text}](${urlOf(image)})](${urlOf(page)})`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
}

/** Parentheses and spaces would end the URL of a link. */
function urlOf(url: string): string {
  return url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
}
