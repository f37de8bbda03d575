import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startSampleSite } from '@sitegrade/example-sample-site';
import { packedPackages } from './pack-packages.ts';
import { type Recipe, readRecipes, tryRecipe } from './try-recipes.ts';

// Follows every recipe of docs/hosts.md from an empty folder to the first report, also those whose hosts take long to install
// and to build, which `run.ts` leaves out. `npm run build` first.
//
//   npm run tool -- recipes [--tarballs FOLDER]

/** The recipe for Next.js where only what its build has copied is deployed. */
function standalone(recipe: Recipe): Recipe[] {
  const config = recipe.files.get('next.config.mjs');
  if (config === undefined) return [];
  const changed = config.replace('export default {', "$&\n  output: 'standalone',");
  const move = 'mv .next/standalone ../next-standalone && rm -r node_modules .next app';
  return [
    {
      ...recipe,
      name: `${recipe.name} standalone`,
      files: new Map([...recipe.files, ['next.config.mjs', changed]]),
      commands: [
        ...recipe.commands.slice(0, -1),
        move,
        'cd ../next-standalone && HOSTNAME=localhost PORT=3000 node server.js',
      ],
    },
  ];
}

const { values } = parseArgs({ options: { tarballs: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'sitegrade-recipes-'));
const site = await startSampleSite();

try {
  const packages = packedPackages(values.tarballs, folder);
  for (const recipe of readRecipes({ all: true }).flatMap((one) => [one, ...standalone(one)])) {
    const startedAt = performance.now();
    await tryRecipe(recipe, packages, folder, `${site.url}/prices`);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(
      `${seconds.padStart(6)} s  ${recipe.name}: from an empty folder to the first report`,
    );
  }
} finally {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}
