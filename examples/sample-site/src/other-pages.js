// @ts-check
import { carefulPage } from './careful-page.js';

/** Pages that are examples of one thing each, some of it wrong on purpose. */

const repairs = [
  ['Fixing a puncture, front wheel', '8'],
  ['Fixing a puncture, rear wheel', '10'],
  ['Fixing a puncture, rear wheel with a hub gear', '18'],
  ['New chain, fitted and oiled', '25'],
  ['New chain with new sprockets behind', '55'],
  ['Truing a wheel', '15'],
  ['Replacing a spoke and truing the wheel', '20'],
  ['Building a wheel, without parts', '60'],
  ['Brake blocks, a pair, fitted and adjusted', '12'],
  ['Brake cable or gear cable, with its housing', '14'],
  ['Adjusting the gears', '10'],
  ['Fitting mudguards', '20'],
  ['Fitting a dynamo and its lamps', '35'],
  ['Cleaning a bicycle that has seen a winter', '30'],
  ['Cleaning a bicycle that has seen a canal', '45'],
  ['New bearings for the pedals', '22'],
  ['New bearings for the steering', '28'],
  ['New bearings for a hub, each', '26'],
  ['Cutting a thread again', '12'],
  ['Straightening a fork, where it can be done safely', '40'],
  ['Turning one part on the lathe', '30'],
  ['Wrapping handlebars in leather', '38'],
  ['Fitting a child seat, with a test ride', '15'],
  ['Packing a bicycle into a box for the train', '18'],
  ['Taking it out again and putting it together', '24'],
  ['A look over the whole bicycle, with a written list', '20'],
  ['Loosening a seat post that has not moved for years', '15'],
];

const entries = [
  [
    'Marijke, Delft',
    'Hello from Delft! My chain has not made a sound since June. My friends do not believe me.',
  ],
  [
    'B. Oduya',
    'Came for a brake block, stayed for three cups of tea. Will break something again soon.',
  ],
  ['anonymous', 'first'],
  [
    'The postman',
    'Forty kilometres a day and not one flat tyre this year. Thank you for the advice.',
  ],
  ['Henrik', 'You were closed. It was Monday. I see now that it says so on the door. My fault.'],
  [
    'Aunt Rosa',
    "The bicycle that you saved was my mother's. She would have liked your kettle as well.",
  ],
  [
    'Class 4b',
    'Thank you for showing us how a hub gear works. We put ours together again, nearly.',
  ],
  [
    'J. P.',
    'Nice page, greetings. Please visit mine too, it has a counter and a picture of a train.',
  ],
  ['Tomasz', 'The lathe! I did not know that anyone still made cotter pins. I love it.'],
  [
    'Ines and Paul',
    'We rode from your door to the sea and back. Only the riders needed repairs after.',
  ],
  [
    'Dr. Falk',
    'I recommend this workshop to patients with bad backs, since you raise saddles for free.',
  ],
  [
    'someone from the boathouse',
    'Which of you has taken the long ladder? The swallows want to know.',
  ],
  ['Lin', 'The guide about winter was right about the socks. I was wrong about the socks.'],
  ['the night guard', 'You left the light on again. I made myself a tea and switched it off.'],
  ['Greta', 'My saddle does not squeak any more, so now I can hear my knees.'],
  ['A friend of the canal', 'Two bicycles came out of the water this spring. Were they yours?'],
  ['Yusuf', 'Borrowed a stand on the last Saturday and built a wheel. It is nearly round.'],
  ['Pia', 'You said ten minutes and it was nine.'],
  ['Old Mr. Harrow', 'In my day we had no such thing as a guestbook. It is quite pleasant.'],
];

/**
 * An incomplete page: no description, viewport, alternative texts or language, two titles and h1, and a style
 * sheet over http.
 */
export const prices = () => `<!doctype html>
<html>
<head>
<title>Prices of our repairs</title>
<title>Kettle and Spoke</title>
<link rel="stylesheet" href="http://styles.example/table.css">
<link rel="stylesheet" href="/style.css">
</head>
<body>
<h1>Prices</h1>
<h1>Repairs</h1>
<img src="/wheel.svg">
<img src="/wheel.svg">
<p>Finding out what is wrong with your bicycle is free, and so is the tea. For
everything else we name the price before we begin, and it is the price you pay.</p>
<table>
${rows(repairs)}</table>
<p>Bearings are charged by the time they take, which is never more than an hour. Parts for frames that
are older than the mechanic are priced by what it took to find them. If you help to sweep the floor,
we fix your next puncture for nothing.</p>
<p>For the workshop <a href="/">click here</a>, for the guides <a href="/guides/chain">click here</a>.</p>
<iframe src="/guestbook"></iframe>
</body>
</html>
`;

/** A page in the style of 1999, with little that a search engine can use. */
export const guestbook = () => `<html>
<head>
<center><font size="7">Guestbook</font></center>
<meta name="description" content="">
<meta http-equiv="refresh" content="300">
</head>
<body bgcolor="#ffffcc">
<img src="/wheel.svg"><img src="/wheel.svg"><img src="/wheel.svg">
${entries.map(([name, words]) => `<p><b>${name}</b><br><font size="2">${words}</font></p>\n`).join('')}
<p>Lorem ipsum dolor sit amet, consectetur adipisici elit.
<form action="/sign" method="post"><input name="words"></form>
<h3></h3>
<iframe src="/counter"></iframe>
<p id="end">Best seen with a screen of 800 by 600.</p><p id="end">
</body>
</html>
`;

/** Finished and in the sitemap, but with the noindex of its draft, a link to a page that does not exist, and more. */
export const courses = carefulPage(
  {
    title: 'Build your own wheel: weekend courses by the canal',
    description:
      'Learn to build a bicycle wheel in one weekend: small groups, all tools and parts included, and a wheel of your own to take home. Dates for spring.',
    heading: 'Build your own wheel in a weekend',
    main: `<p>In March we open the workshop to six people for one weekend, and each of them leaves with a wheel
that they have built: laced, tensioned, trued, and ready to ride. You need no experience. If you can tie a
shoe, you can lace a wheel, and we stand beside you for the part that takes practice.</p>
<img src="/stand.svg" width="320" height="240">
<h2>What you learn</h2>
<p>On Saturday we choose the parts. You learn to measure a rim and a hub, to compute the length of the spokes,
and to lace them in three crosses without a drawing. In the afternoon we bring the spokes to tension, a quarter
of a turn at a time, and you learn to hear the difference between a loose one and a tight one.</p>
<p>On Sunday you true the wheel: first up and down, then from side to side, and at last to the middle of the
hub. We relieve the stress in the spokes by hand, check the tension once more, and mount the tyre. If you are
done before tea, you may build a second wheel on a rim from our wall of parts.</p>
<h2>What is included</h2>
<p>The price is 180 for the weekend. It includes a rim, a hub with good bearings, spokes and nipples in two
lengths, in case you measured wrong, the use of a stand and all tools, lunch on both days, and as much tea as you
like. Bring clothes that you do not love, and glasses if you need them to thread a needle.</p>
<h2>Dates and places</h2>
<p>We teach on the first and the third weekend of March and on the second weekend of April, from ten to five. There
are six places on each weekend, because there are six stands. <a href="/courses/booking">Book a place</a> until a
week before, or come by on any open day and put your name on the list beside the kettle. If you cannot come after
all, tell us three days before, and somebody from the list takes your place. You get the full price back.</p>
<p>Before you come, read our guide about <a href="/guides/chain">cleaning a chain</a>: your own bicycle is welcome
in the breaks.</p>
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
    'Where the spare frames hang and the lathe stands. A rule in robots.txt keeps search engines out of the back room, whatever this page contains.',
  heading: 'The back room',
  main: `<p>Spare frames hang from the ceiling here, and the lathe stands by the window. Only the two of us
need to see it, so robots.txt disallows it.</p>
`,
});

/** Its canonical link names another page. */
export const chainCopy = (/** @type {{ origin: string }} */ { origin }) =>
  carefulPage({
    title: 'How to clean a bicycle chain, an older copy',
    description:
      'An older copy of the guide about cleaning and oiling a bicycle chain. Its canonical link names the newer page, which search engines will show instead.',
    heading: 'Cleaning a bicycle chain, the older guide',
    main: `<p>This is how the guide read last year. The <a href="/guides/chain">newer guide</a> has the same
content in better words, so the canonical link of this page points there.</p>
`,
  })({ origin, href: `${origin}/guides/chain` });

export const slow = carefulPage({
  title: 'A slow page from a workshop that takes its time',
  description:
    'This page takes two seconds to respond, or the number of milliseconds in the parameter ms, up to ten seconds. It shows how slow pages are analysed.',
  heading: 'Good things take a while',
  main: `<p>This page responds late on purpose. The parameter <code>ms</code> is the delay in
milliseconds, up to ten seconds.</p>
`,
});

/** @param {readonly (readonly string[])[]} table */
function rows(table) {
  return table
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>\n`)
    .join('');
}
