import { serveSite } from './site.ts';

// The site in a separate process, of as many pages as the argument says. Its only message is its origin.

const { origin } = await serveSite(Number(process.argv[2]));
process.send?.(origin);
process.once('disconnect', () => process.exit());
