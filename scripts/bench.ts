import { allBenchmarks, benchmarks } from './tool/programs.ts';
import { runProgram } from './tool/run-program.ts';

// Starts all benchmarks that compare sitegrade with others, or one by its name, and lists the names:
// npm run bench -- --help

process.exitCode = await runProgram(
  { command: 'npm run bench', programs: benchmarks, whole: allBenchmarks },
  process.argv.slice(2),
);
