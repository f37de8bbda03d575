import { writeFileSync } from 'node:fs';
import { openApiFile } from './openapi-file.ts';

// Writes docs/openapi.json from the route table.
//
//   npm run tool -- docs-openapi

const before = openApiFile.committed();
const now = openApiFile.generated();
if (now !== before) writeFileSync(openApiFile.url, now);
console.log(`docs/openapi.json ${now === before ? 'is up to date' : 'has been written'}.`);
