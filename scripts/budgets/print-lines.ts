import { measureLines } from './lines.ts';

// Prints the lines of TypeScript beside their budgets.
//
//   npm run tool -- lines

console.table(measureLines());
