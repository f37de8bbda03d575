import { checkCatalogueRecord } from '../../records/report-record.ts';
import { listChecks } from '../../reports/list-checks.ts';
import { itemResponse } from '../response/response.ts';
import { defineRoute } from '../route.ts';

const listChecksRoute = defineRoute({
  method: 'GET',
  path: '/api/v1/checks',
  operationId: 'listChecks',
  summary: 'List the checks',
  description:
    'Every check that new reports contain, in their order, with its texts. Older reports may be of another ruleset version.',
  success: { status: 200, envelope: 'item', record: 'catalogue' },
  async handle({ context }) {
    return itemResponse(checkCatalogueRecord(listChecks(context)));
  },
});

/** The operations on checks. */
export const checkRoutes = [listChecksRoute] as const;
