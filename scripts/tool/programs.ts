/** A program of this repository that is started by its name. */
export interface Program {
  /** Its file, relative to the repository. */
  readonly file: string;
  /** What it does or measures, without a full stop. */
  readonly description: string;
  /** Its arguments, for the list. */
  readonly args?: string;
  /** Whether it resolves the packages as they were built, instead of their sources. */
  readonly usesBuild?: boolean;
  /** Whether the packages are built first. */
  readonly buildsFirst?: boolean;
}

/** Programs by their names. */
export type Programs = Readonly<Record<string, Program>>;

/** What `npm run tool` starts: generators, comparisons, and tests beyond those of vitest. */
export const tools: Programs = {
  'docs-openapi': {
    file: 'scripts/write-openapi.ts',
    description: 'writes docs/openapi.json after a change of the API',
  },
  'docs-checks': {
    file: 'scripts/check-catalogue.ts',
    description: 'writes the catalogues of checks and of site issues',
  },
  'docs-screenshot': {
    file: 'scripts/screenshot.ts',
    description: 'takes the pictures in the README and in docs/pages.md, with Chromium',
  },
  'schema-org': {
    file: 'scripts/generate-schema-org/run.ts',
    description: 'writes the table of schema.org, after raising the version of schema-dts',
    usesBuild: true,
  },
  'language-subtags': {
    file: 'scripts/generate-language-subtags.ts',
    description: 'writes the table of language subtags from its development dependency',
  },
  'library-advisories': {
    file: 'scripts/generate-library-advisories.ts',
    description: 'writes the known vulnerabilities of JavaScript libraries',
    args: 'FILE-OR-URL DATE',
  },
  'sample-columns': {
    file: 'scripts/sample-columns/run.ts',
    description: 'writes the sample that stores compress details with',
  },
  fuzz: {
    file: 'scripts/fuzz/run.ts',
    description: 'sends 10,000 requests generated from the OpenAPI document',
    args: '[--requests N] [--seed N] [--path …]',
  },
  'fuzz-responses': {
    file: 'scripts/fuzz-responses/run.ts',
    description: 'creates reports of servers that send 20,000 faulty responses',
    args: '[--count N] [--seed N] [--report N]',
  },
  attack: {
    file: 'scripts/attack/run.ts',
    description: 'runs hostile pages, sites and callers against a server with a 512 MB heap',
    args: '[--quick] [NAME]',
  },
  faults: {
    file: 'scripts/faults/run.ts',
    description: 'kills and freezes workers while they run jobs and crawls, and restarts Postgres',
    args: '[--quick | --crawls]',
  },
  mutations: {
    file: 'scripts/mutations/run.ts',
    description: 'removes each guard in turn: a test must fail (minutes)',
    args: '[NAME]',
    usesBuild: true,
  },
  packed: {
    file: 'scripts/packed/run.ts',
    description:
      'builds, packs, and tries the packages in empty projects, with Nest and Jest, too; the command also with other versions of Node',
    args: '[NODE...]',
    usesBuild: true,
    buildsFirst: true,
  },
  platforms: {
    file: 'scripts/packed/run-platforms.ts',
    description:
      'tries the packed packages with pnpm and Yarn, and with Node 22, 24 and 26 (minutes)',
    args: '[--tarballs FOLDER] [pnpm | yarn | 22 | 24 | 26 ...]',
    usesBuild: true,
  },
  recipes: {
    file: 'scripts/packed/run-recipes.ts',
    description: 'follows every recipe of docs/hosts.md, with the packed packages',
    args: '[--tarballs FOLDER]',
    usesBuild: true,
  },
  lines: {
    file: 'scripts/budgets/print-lines.ts',
    description: 'counts the lines of TypeScript, beside their budgets',
  },
  budgets: {
    file: 'scripts/budgets/run.ts',
    description: 'builds, packs, and checks what installing and importing costs',
    usesBuild: true,
    buildsFirst: true,
  },
  'rehearse-release': {
    file: 'scripts/rehearse-release.ts',
    description: 'makes the next release in a clone, after a build',
    usesBuild: true,
  },
  'docker-steps': {
    file: 'scripts/docker-steps.ts',
    description: 'runs the steps of the Dockerfile without Docker (as root, minutes)',
    usesBuild: true,
  },
  'render-reach': {
    file: 'scripts/render-reach/run.ts',
    description:
      'counts in a separate network what pages in a browser reach, and must not (Linux, minutes)',
    args: '[PAGE]',
  },
  'render-leaks': {
    file: 'scripts/render-leaks/run.ts',
    description:
      'renders 500 pages while browsers and processes are killed: nothing may be left (Linux, minutes)',
    args: '[--quick]',
  },
  'pg-boss-12': {
    file: 'scripts/pg-boss-12.ts',
    description: 'tests the queue on pg-boss 12 with a newer Node',
    usesBuild: true,
  },
  pgbouncer: {
    file: 'scripts/pgbouncer/run.ts',
    description:
      'tests the Postgres store and the command behind PgBouncer, which it installs as root',
  },
  postgres: {
    file: 'scripts/postgres.ts',
    description: 'starts an empty Postgres, for trying out examples',
  },
  corpus: {
    file: 'scripts/corpus-agreement.ts',
    description: 'compares the page reader with parse5 on a folder of real pages',
    args: 'FOLDER',
  },
  'corpus-checks': {
    file: 'scripts/corpus-checks.ts',
    description:
      'counts the results of each check on real pages; with the id of a check, prints its summaries; with a document, compares its table',
    args: 'FOLDER [CHECK] [--table FILE]',
  },
  'corpus-crawl': {
    file: 'scripts/corpus-crawl.ts',
    description:
      'crawls real pages as one website, prints the issues across them, and compares its pages with reports',
    args: 'FOLDER [COUNT] [FIRST]',
  },
  scores: {
    file: 'scripts/score-distribution.ts',
    description: 'writes the scores of real pages to docs/scores-on-real-pages.md',
    args: 'FOLDER',
  },
  truth: {
    file: 'scripts/truth/run.ts',
    description: 'compares robots.txt rules, checks, encodings and trees with published test cases',
    args: 'FOLDER',
  },
  'render-axe': {
    file: 'scripts/rendering/axe-agreement.ts',
    description:
      'compares the checks of accessibility with axe-core in Chromium on published cases',
    args: 'FOLDER',
  },
};

/** What `npm run bench` starts without a name. */
export const allBenchmarks: Program = {
  file: 'benchmarks/all.ts',
  description:
    'runs what compares sitegrade with others, and writes benchmarks/results.md: nine minutes, two with --quick, forty with --full',
  args: '[--quick | --full] [--pages FOLDER] [--squirrelscan FOLDER]',
  usesBuild: true,
};

/** What `npm run bench` starts by name: measurements, as ratios within one run. */
export const benchmarks: Programs = {
  page: {
    file: 'benchmarks/read-page.ts',
    description: 'the cost of reading and checking a page, beside htmlparser2, parse5 and cheerio',
    args: '[FOLDER] [--rounds N]',
  },
  checks: {
    file: 'benchmarks/run-checks.ts',
    description: 'the most expensive checks',
    args: '[FOLDER] [--rounds N]',
  },
  processes: {
    file: 'benchmarks/whole-processes.ts',
    description:
      'crawls by the command and by a server with one and two processes, beside squirrelscan (Linux)',
    args: '[--rounds N] [--pages N] [--squirrelscan FOLDER]',
  },
  'crawl-page': {
    file: 'benchmarks/crawl-page.ts',
    description: 'the CPU time of a report and of a page of a crawl relative to reading it',
    args: '[FOLDER] [--rounds N] [--slow N]',
  },
  crawls: {
    file: 'benchmarks/crawls.ts',
    description:
      'what a page of a crawl costs, beside reports and other crawlers, and a crawl of 10,000 pages',
    args: '[--rounds N] [--pages N]',
  },
  'large-crawl': {
    file: 'benchmarks/large-crawl.ts',
    description: 'memory, time and size of a crawl of 100,000 pages, on both stores',
    args: '[--pages N] [--sqlite | --postgres] [--http]',
  },
  'round-trips': {
    file: 'benchmarks/round-trips.ts',
    description: 'what a report costs on the network',
    args: '[--delays MS,…] [--reports N]',
  },
  'serve-memory': {
    file: 'benchmarks/serve-memory.ts',
    description:
      'the memory of `sitegrade serve` while 5,000 reports are created, with a small heap',
    args: '[--reports N] [--heap MB] [--every N]',
  },
  jobs: {
    file: 'benchmarks/jobs.ts',
    description: 'jobs per second of one, two and four workers, and the CPU time of a job',
    args: '[--brief] [--seconds N] [--rounds N]',
  },
  owners: {
    file: 'benchmarks/owners.ts',
    description: 'jobs per second of one owner beside those of twenty, on Postgres',
    args: '[--seconds N] [--rounds N] [--concurrency N]',
  },
  claims: {
    file: 'benchmarks/claims.ts',
    description: 'the time of a claim that finds nothing, while many owners and crawls wait',
    args: '[--sqlite | --postgres] [--owners N,…] [--crawls N]',
  },
  lists: {
    file: 'benchmarks/lists.ts',
    description: 'the cost of lists, searches and inserts as tables grow, on both stores',
    args: '[--sqlite | --postgres] [--sizes N,…] [--5m] [--cases] [--milliseconds N]',
  },
  'read-routes': {
    file: 'benchmarks/read-routes.ts',
    description: 'the cost of each route that reads, beside the same route written by hand',
    args: '[--rounds N] [--requests N] [--on FRAMEWORK-STORE,…] [--only NAME,…] [--profile FOLDER]',
  },
  latency: {
    file: 'benchmarks/list-latency.ts',
    description: 'how long a list takes while a hundred reports are created',
    args: '[FOLDER] [--sizes BYTES,…] [--seconds N] [--at-once N] [--jobs]',
    usesBuild: true,
  },
  details: {
    file: 'benchmarks/report-details.ts',
    description: 'the bytes and the time of storing the details of a report',
    args: '[FOLDER] [ROUNDS]',
  },
  import: {
    file: 'benchmarks/import-time.ts',
    description: 'what importing the built packages costs; build first',
    args: '[ROUNDS]',
    usesBuild: true,
  },
  sizes: {
    file: 'benchmarks/sizes.ts',
    description: 'the sizes of tarballs and installations; build first',
    usesBuild: true,
  },
  lighthouse: {
    file: 'benchmarks/lighthouse/reports.js',
    description: 'a report beside one of Lighthouse; build first, and npm ci in its folder',
    args: '[FOLDER] [--rounds N]',
  },
};
