/** How much is measured: see `npm run bench -- --help`. */
export type Mode = 'quick' | 'standard' | 'full';

/** One benchmark of a run. */
export interface Part {
  /** Its heading in the results. */
  readonly heading: string;
  /** Its name for `npm run bench`. */
  readonly program: string;
  readonly args: readonly string[];
}

/** A benchmark with its arguments by mode; it is left out where it has none. */
interface PartByMode extends Omit<Part, 'args'> {
  readonly args: Readonly<Partial<Record<Mode, string>>>;
}

const all: readonly PartByMode[] = [
  {
    heading: 'Reading and checking a page',
    program: 'page',
    args: { quick: '--rounds 3', standard: '--rounds 9', full: '--rounds 25' },
  },
  {
    heading: 'Checks',
    program: 'checks',
    args: { standard: '--rounds 5', full: '--rounds 15' },
  },
  {
    heading: 'Whole reports',
    program: 'crawl-page',
    args: { quick: '--rounds 3 --slow 3', standard: '--rounds 7', full: '--rounds 15' },
  },
  {
    heading: 'Reports by latency and by how many run at a time',
    program: 'round-trips',
    args: { quick: '--delays 0,100 --reports 30', standard: '--reports 60', full: '--reports 150' },
  },
  {
    heading: 'Lighthouse',
    program: 'lighthouse',
    args: { full: '--rounds 2' },
  },
  {
    heading: 'Lists while reports are created',
    program: 'latency',
    args: { standard: '--seconds 10', full: '--seconds 20' },
  },
  {
    heading: 'Read routes',
    program: 'read-routes',
    args: {
      quick: '--on fastify-sqlite --rounds 3 --requests 100',
      standard: '--rounds 5 --requests 150',
      full: '--rounds 9 --requests 300',
    },
  },
  {
    heading: 'Listings and inserts',
    program: 'lists',
    args: {
      quick: '--sqlite --sizes 10000,50000 --milliseconds 40',
      standard: '--sizes 10000,100000 --milliseconds 100',
      full: '--sizes 10000,100000,1000000 --milliseconds 200',
    },
  },
  {
    heading: 'Details of a report',
    program: 'details',
    args: { quick: '', standard: '', full: '' },
  },
  {
    heading: 'Jobs',
    program: 'jobs',
    args: { standard: '--brief --seconds 5 --rounds 2', full: '--seconds 6 --rounds 3' },
  },
  {
    heading: 'Crawls',
    program: 'crawls',
    args: { standard: '--rounds 2 --few 400 --pages 0', full: '--rounds 3 --pages 10000' },
  },
  {
    heading: 'Whole processes',
    program: 'processes',
    args: { full: '--rounds 3' },
  },
  {
    heading: 'Starting',
    program: 'import',
    args: { standard: '5', full: '15' },
  },
  { heading: 'Sizes', program: 'sizes', args: { standard: '', full: '' } },
  {
    heading: 'Memory',
    program: 'serve-memory',
    args: { standard: '--reports 500 --every 25', full: '--reports 5000 --every 250' },
  },
];

/**
 * The benchmarks of a mode.
 *
 * @param folders - Of pages, which are measured beside the generated ones, and of a checkout of squirrelscan.
 */
export function partsOf(
  mode: Mode,
  folders: { readonly pages?: string; readonly squirrelscan?: string },
): readonly Part[] {
  const { pages, squirrelscan } = folders;
  return all.flatMap(({ args, ...part }) => {
    const text = args[mode];
    if (text === undefined) return [];
    const words = text.split(' ').filter(Boolean);
    const own = { ...part, args: words };
    if (part.program === 'processes' && squirrelscan !== undefined)
      return [{ ...own, args: [...words, '--squirrelscan', squirrelscan] }];
    if (pages === undefined || !takesPages.has(part.program)) return [own];
    return [own, { ...own, heading: `${part.heading}: real pages`, args: [pages, ...words] }];
  });
}

const takesPages = new Set(['page', 'crawl-page']);
