// @ts-check
import { carefulPage } from './careful-page.js';

/** Pages that show something in particular, some of it wrong on purpose. */

/** Half of what matters is there: no description, no alternative texts, no canonical, no charset. */
export const prices = () => `<!doctype html>
<html lang="en">
<head>
<title>Prices of our repairs</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<h1>Prices</h1>
<h1>Repairs</h1>
<img src="/wheel.svg">
<img src="/wheel.svg">
<p>A puncture costs eight, a new chain with fitting twenty-five, and truing a wheel fifteen. Bearings
are charged by the time they take, which is never more than an hour. Looking at your bicycle and
telling you what is wrong with it is free, and so is the tea.</p>
<p><a href="/">Back to the workshop</a></p>
</body>
</html>
`;

/** As pages were made in 1999, and hardly anything a search engine could use. */
export const guestbook = () => `<html>
<body bgcolor="#ffffcc">
<center><font size="7">Guestbook</font></center>
<img src="/wheel.svg"><img src="/wheel.svg"><img src="/wheel.svg">
<p>Hello from Delft!</p>
<p>Nice page, greetings.</p>
<a href="javascript:void(0)">sign</a>
</body>
</html>
`;

export const thanks = carefulPage(
  {
    title: 'Thank you for your message to the workshop',
    description:
      'Your message has reached the workshop. We read letters in the evening, when the kettle is off, and answer within two working days.',
    heading: 'Thank you for your message',
    main: `<p>Your message has reached us. We read letters in the evening, when the kettle is off, and answer
within two working days. This page is for people who have just written to us, so it asks search
engines to leave it out.</p>
`,
  },
  '<meta name="robots" content="noindex">\n',
);

export const printed = carefulPage({
  title: 'The chain guide, for printing on one sheet',
  description:
    'The guide about cleaning and oiling a bicycle chain, on one sheet of paper to pin to a shed door. A header asks search engines to leave this copy out.',
  heading: 'The chain guide on one sheet',
  main: `<p>Wipe, brush, rinse, dry. One drop of oil on every roller, wait, wipe again. Lift the chain from
the front teeth: daylight below it means that a new one is due.</p>
`,
});

export const backRoom = carefulPage({
  title: 'The back room of the bicycle workshop',
  description:
    'Where the spare frames hang and the lathe stands. A rule in robots.txt keeps search engines out of the back room, whatever this page says.',
  heading: 'The back room',
  main: `<p>Spare frames hang from the ceiling here, and the lathe stands by the window. Nobody but the two
of us should have to see it, and robots.txt says so.</p>
`,
});

/** Says that another page is the one to show. */
export const chainCopy = (/** @type {{ origin: string }} */ { origin }) =>
  carefulPage({
    title: 'How to clean a bicycle chain, an older copy',
    description:
      'An older copy of the guide about cleaning and oiling a bicycle chain. Its canonical link names the newer page, which search engines will show instead.',
    heading: 'Cleaning a bicycle chain, as we told it before',
    main: `<p>This is how the guide read last year. The <a href="/guides/chain">newer guide</a> says the same
in better words, so the canonical link of this page points there.</p>
`,
  })({ origin, href: `${origin}/guides/chain` });

export const slow = carefulPage({
  title: 'A slow page from a workshop that takes its time',
  description:
    'This page takes two seconds to answer, or as many milliseconds as the parameter ms says, up to ten seconds. It is there to see what waiting does.',
  heading: 'Good things take a while',
  main: `<p>This page answers late on purpose. The parameter <code>ms</code> says how late, in
milliseconds, up to ten seconds.</p>
`,
});
