import { idsIn, isAnnounced } from '../../../readings/data-tables.ts';
import { attributeEvidence, maxEvidence } from '../../../readings/evidence.ts';
import { faultsOutcome } from '../../../readings/faults-outcome.ts';
import type { Check } from '../../check.ts';

/** The `headers` attributes of cells refer to other cells of the same table. */
export const tableHeadersAttribute: Check = {
  id: 'table-headers-attribute',
  category: 'accessibility',
  importance: 'low',
  family: 'tables',
  title: 'headers attributes refer to cells of the same table',
  advice:
    'Correct the ids in the quoted headers attributes: each is the id of another cell of the same table. Remove the attributes if the table is simple: scope="col" and scope="row" on the <th> are enough.',
  why: 'Screen readers look for the heading of a cell in the wrong place, so people hear numbers without their meaning.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/a25f45/',
  run: ({ page }) => {
    const tables = page.tables.filter(
      (table) => table.element === 'table' && isAnnounced(table) && !table.cut,
    );
    let cells = 0;
    const wrong: (readonly [Parameters<typeof attributeEvidence>[0], string])[] = [];
    for (const { rows } of tables) {
      const referring = rows.flatMap((row) =>
        row.cells.filter(({ headers, hidden }) => headers !== null && hidden === 'no'),
      );
      if (referring.length === 0) continue;
      const ids = new Set(rows.flatMap((row) => row.cells.map(({ id }) => id)));
      for (const { id, headers, tag } of referring) {
        const names = idsIn(headers);
        if (names.length === 0 || tag === null) continue;
        cells++;
        if (names.some((name) => name === id || !ids.has(name))) wrong.push([tag, headers ?? '']);
      }
    }
    return faultsOutcome(cells, wrong, {
      none: 'No cell of a table has a headers attribute.',
      fault: 'headers attributes that refer to no other cell of their table',
      summary: (count, all) =>
        `${count} of ${all} headers attributes ${count === 1 ? 'refers' : 'refer'} to something else than other cells of the same table.`,
      value: { cells, wrong: wrong.length },
      evidence: () =>
        wrong
          .slice(0, maxEvidence)
          .map(([tag, headers]) => attributeEvidence(tag, 'headers', headers)),
      severity: 'fail if all',
    });
  },
};
