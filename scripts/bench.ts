import { benchmarks } from './tool/programs.ts';
import { runProgram } from './tool/run-program.ts';

// Starts a benchmark by its name, and lists the names: npm run bench -- --help

process.exitCode = await runProgram(
  { command: 'npm run bench', programs: benchmarks },
  process.argv.slice(2),
);
