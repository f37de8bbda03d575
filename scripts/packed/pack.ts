import { packPackages } from './pack-packages.ts';

// Packs the built packages into a folder, for `--tarballs` of `run.ts` and of `../budgets/run.ts`.
//
//   node --import tsx scripts/packed/pack.ts FOLDER

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder for the tarballs.');
for (const { tarball } of packPackages(folder)) console.log(tarball);
