import { tools } from './tool/programs.ts';
import { runProgram } from './tool/run-program.ts';

// Starts a tool by its name, and lists the names: npm run tool -- --help

process.exitCode = await runProgram(
  { command: 'npm run tool', programs: tools },
  process.argv.slice(2),
);
