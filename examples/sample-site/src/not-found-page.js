// @ts-check

/** @type {import('./pages.js').Page} */
export const notFoundPage = {
  path: '/missing',
  shows: 'a page that does not exist: 404 with an error page, as for every other path',
  status: 404,
  html: () => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This page does not exist</title>
</head>
<body>
<h1>This page does not exist</h1>
<p>Go to the <a href="/">workshop</a>.</p>
</body>
</html>
`,
};
