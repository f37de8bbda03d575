import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { eras, startAgent } from './fixtures/start-agent.ts';

/** A page with three faults: no title, a picture without a text, and a link that says nothing. */
const page = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="description" content="All kinds of rye bread, from light to dark, with their tastes, crusts and crumbs explained.">
  <link rel="canonical" href="https://bakery.example/rye">
  <meta property="og:title" content="Rye bread"><meta property="og:type" content="article">
  <meta property="og:url" content="https://bakery.example/rye">
  <meta property="og:image" content="https://bakery.example/rye.jpg">
  <meta name="twitter:card" content="summary">
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"WebPage","name":"Rye bread"}</script>
</head>
<body>
<main>
<h1>Rye bread</h1>
<p>Rye bread has a dark crust, a dense crumb and its own taste, which comes from the flour and the sour dough.
It keeps for a week, and many people like it best on the second day, when the crumb has set and the crust is soft.</p>
<img src="/loaf.jpg" width="640" height="480">
<p>We bake it on Tuesdays and Fridays: <a href="/order">click here</a>.</p>
</main>
</body>
</html>
`;

it.each(eras)(
  'lets an agent fix three faults of a page, with the protocol of %s',
  async (_, era) => {
    const { call, directory, written, logged } = await startAgent(era);
    const file = join(directory, 'rye.html');
    const talk: string[] = [];
    const say = async (name: string, input: Record<string, unknown>) => {
      const answer = await call(name, input);
      talk.push(`> ${name} ${JSON.stringify(input)}`, answer, '');
      return answer;
    };
    const edit = async (from: string, to: string) => {
      const text = await readFile(file, 'utf8');
      expect(text).toContain(from);
      await writeFile(file, text.replace(from, to));
      talk.push(`> (edits rye.html: ${from} → ${to})`, '');
    };

    await writeFile(file, page);
    const before = await say('analyze', { path: 'rye.html' });
    await say('explain', { check: 'link-text' });
    // What to edit and where is only from the answer.
    expect(before).toMatch(/^fail title .+\n {2}fix: Add a <title>/m);
    await edit(
      '<head>',
      '<head>\n  <title>Rye bread: how we bake it, and how long it keeps</title>',
    );
    const [, image = ''] =
      /^fail image-alt .+\n {2}fix: .+alt.+\n {2}at 19:1 «(.+?)»/m.exec(before) ?? [];
    await edit(image, image.replace('<img ', '<img alt="A loaf of rye bread, cut open" '));
    expect(before).toMatch(/ link-text .+\n {2}fix: .+\n {2}at 20:40 «.*click here/m);
    await edit('click here', 'order a loaf of rye bread');
    const after = await say('analyze', { path: 'rye.html' });

    expect(after).toContain('Nothing to fix.');
    await expect(talk.join('\n')).toMatchFileSnapshot('fixtures/conversation.txt');
    expect(logged).toEqual([]);
    // Standard output has messages only.
    for (const line of written().trim().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    }
  },
);
