// @ts-check

/**
 * The content of a good page. Strings are HTML.
 *
 * @typedef {object} CarefulText
 * @property {string} title
 * @property {string} description
 * @property {string} heading
 * @property {string} main
 */

/**
 * HTML of a page with everything that search engines and readers need.
 *
 * @param {CarefulText} text
 * @param {string} extra More for the head.
 * @returns {(where: { origin: string, href: string }) => string}
 */
export function carefulPage({ title, description, heading, main }, extra = '') {
  return ({ origin, href }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${href}">
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/style.css">
<meta property="og:type" content="website">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${href}">
<meta property="og:image" content="${origin}/share.png">
<meta name="twitter:card" content="summary_large_image">
${extra}<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    description,
    url: href,
  })}</script>
</head>
<body>
<header><a href="#content">Skip to the content</a>
<nav>
<a href="/">Workshop</a>
<a href="/guides/chain">Chain care</a>
<a href="/guides/winter">Winter riding</a>
<a href="/guides/puncture">Fixing a puncture</a>
</nav>
</header>
<main id="content">
<h1>${heading}</h1>
<img src="/wheel.svg" alt="A spoked bicycle wheel" width="64" height="64">
${main}</main>
<footer>
<p>Kettle and Spoke is a fictional workshop, for tests of sitegrade.</p>
</footer>
</body>
</html>
`;
}
