import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { barriersNotFound, findBarrier, isBarrierFound, pageWith } from '../truth/gds-barriers.ts';
import { auditLocally, findingsOf } from './audit-locally.ts';
import { mapAtOnce } from './map-at-once.ts';
import { openRenderer } from './open-renderer.ts';
import { type ServedFile, servePages } from './serve-pages.ts';

// Counts the accessibility barriers of the Government Digital Service that are found without a browser and with one.
// The cases are not part of the repository. The style sheet of the audit (assets/stylesheets/tests.css of
// https://github.com/alphagov/accessibility-tool-audit) is not part of the cases: without it, its examples have none of
// the colours and sizes that they are about.
//
//   npm run tool -- render-barriers a-folder-with-gds-barriers.json [--styles tests.css]
//
// Fails if a browser loses a barrier that is found without one.

interface Barrier {
  readonly barrier: string;
  readonly example: string;
  readonly page: string | null;
  readonly found_as_error_by: readonly string[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { styles: { type: 'string' } },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('Name the folder of the cases: npm run tool -- render-barriers a-folder');
  process.exit(1);
}
const { cases } = JSON.parse(readFileSync(join(folder, 'gds-barriers.json'), 'utf8')) as {
  readonly cases: readonly Barrier[];
};
const styles = values.styles === undefined ? '' : readFileSync(values.styles, 'utf8');
const styled = (html: string) => html.replace('</head>', () => `<style>${styles}</style></head>`);

const files = new Map<string, ServedFile>([
  ['/robots.txt', { body: 'User-agent: *\nAllow: /\n', type: 'text/plain' }],
  ['/correct', { body: styled(pageWith('')) }],
  ...cases.map(({ example, page }, index): [string, ServedFile] => [
    `/${index}`,
    { body: styled(page ?? pageWith(example)) },
  ]),
]);
const site = await servePages(files);
const renderer = openRenderer();
const render = async (path: string) => {
  const audit = await auditLocally(site.origin + path, { renderer, render: 'always' });
  if (audit.page.rendering?.status !== 'rendered') throw new Error(`${path} was not rendered.`);
  return findingsOf(audit);
};
try {
  const correct = await render('/correct');
  const results = await mapAtOnce(cases, 2, async ({ barrier, example, page }, index) => {
    const findings = [...(await render(`/${index}`))].filter((id) => !correct.has(id));
    const withoutBrowser = await findBarrier(barrier, example, page);
    return {
      barrier,
      isStatic: withoutBrowser === 'found',
      isRendered: isBarrierFound(barrier, findings),
      findings,
    };
  });
  const reasons = new Map(
    barriersNotFound.flatMap(({ reason, names }) => names.map((name) => [name, reason])),
  );
  for (const { barrier, isStatic, isRendered, findings } of results) {
    if (isStatic && isRendered) continue;
    const found = isRendered ? 'only with a browser' : isStatic ? 'ONLY WITHOUT' : 'not found';
    const reason = isRendered ? '' : ` (${reasons.get(barrier) ?? 'no reason is given'})`;
    console.log(`${found}: ${barrier}${reason}; accused by: ${findings.join(', ') || 'no check'}`);
  }
  const share = (count: number) =>
    `${count} of ${cases.length} (${((100 * count) / cases.length).toFixed(1)} %)`;
  console.log(`without a browser: ${share(results.filter(({ isStatic }) => isStatic).length)}`);
  console.log(`with a browser: ${share(results.filter(({ isRendered }) => isRendered).length)}`);
  for (const tool of new Set(cases.flatMap(({ found_as_error_by: tools }) => tools))) {
    const count = cases.filter(({ found_as_error_by: tools }) => tools.includes(tool)).length;
    console.log(`${tool} in 2017: ${share(count)}`);
  }
  if (results.some(({ isStatic, isRendered }) => isStatic && !isRendered)) process.exitCode = 1;
} finally {
  await renderer.close();
  await site.close();
}
