import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { benchmarks } from '../scripts/tool/programs.ts';
import { chartOf } from './report/chart.ts';
import { resultsOf, type Section } from './report/results.ts';
import { installCompetitors } from './run/install-competitors.ts';
import { machineOf } from './run/machine.ts';
import { partsOf } from './run/parts.ts';
import { runPart } from './run/run-part.ts';

// Runs the benchmarks that compare sitegrade with others, one after the other, and writes what they find to
// benchmarks/results.md and benchmarks/results.svg. Nothing else should run on the machine.
//
//   npm run bench                        nine minutes
//   npm run bench -- --quick            two minutes: fewer rounds, and only what needs no build
//   npm run bench -- --full             forty minutes: a million rows, 5,000 reports with a small heap, and Lighthouse
//   npm run bench -- --pages a-folder   also with the .html files of a folder
//   npm run bench -- --full --squirrelscan a-folder   also with a checkout of squirrelscan

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    full: { type: 'boolean', default: false },
    pages: { type: 'string' },
    squirrelscan: { type: 'string' },
  },
});
if (values.quick && values.full) throw new TypeError('Choose --quick or --full, not both.');
const mode = values.quick ? 'quick' : values.full ? 'full' : 'standard';
const parts = partsOf(mode, values);
if (parts.some(({ program }) => benchmarks[program]?.usesBuild)) {
  execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });
}
installCompetitors(mode);

const startedAt = Date.now();
const load = [loadavg()[0] ?? 0];
const sections: Section[] = [];
for (const [at, part] of parts.entries()) {
  console.error(`\n${at + 1} of ${parts.length}: ${part.heading} (${part.program})\n`);
  const { heading } = part;
  const partStartedAt = Date.now();
  try {
    sections.push({ heading, findings: await runPart(part) });
  } catch (error) {
    // The others take minutes, and are worth having.
    const failure = error instanceof Error ? error.message : String(error);
    console.error(failure);
    sections.push({ heading, findings: [], failure });
    process.exitCode = 1;
  }
  console.error(`Took ${Math.round((Date.now() - partStartedAt) / 1_000)} s.`);
}
load.push(loadavg()[0] ?? 0);

const options = [
  mode === 'standard' ? [] : [`--${mode}`],
  values.pages ? ['--pages FOLDER'] : [],
  values.squirrelscan ? ['--squirrelscan FOLDER'] : [],
];
const results = resultsOf(sections, {
  command: ['npm run bench', ...(options.flat().length > 0 ? ['--', ...options.flat()] : [])].join(
    ' ',
  ),
  machine: machineOf(),
  minutes: (Date.now() - startedAt) / 60_000,
  load,
});
const write = (name: string, text: string) => {
  const file = fileURLToPath(new URL(name, import.meta.url));
  writeFileSync(file, text);
  console.error(`Wrote ${file}`);
};
write('results.md', results);
write('results.svg', chartOf(sections.flatMap(({ findings }) => findings)));
