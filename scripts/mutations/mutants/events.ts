import type { Mutant } from '../mutant.ts';
import { inFile } from './in-file.ts';

const core = 'packages/core/src/';
const events = `${core}events/`;

/** What tells an embedder's code the truth, and keeps it from harm and from doing harm. */
export const eventMutants: readonly Mutant[] = [
  ...inFile(`${events}create-emit.ts`, events, [
    [
      'events: a listener that fails changes nothing',
      'if (warned) return;',
      'throw error;',
      'events',
      'changes nothing',
    ],
    [
      'events: a listener that throws changes nothing',
      'return (event) => void tell(event);',
      'return (event) => void listener(event);',
      'events',
      'changes nothing',
    ],
    [
      'events: a listener that fails is warned of once',
      'if (warned) return;',
      '',
      'events',
      'warned of once',
    ],
    [
      'events: the warning holds no secret',
      '= errorRecord(error);',
      '= error as Error;',
      'events',
      'warned of once',
    ],
  ]),
  ...inFile(`${core}reports/create-report.ts`, events, [
    [
      'events: none of a report that an idempotency key brings back',
      'return createReportOnce(context, { ownerId, key, fields: { url } }, make);',
      'const once = await createReportOnce(context, { ownerId, key, fields: { url } }, make);\n  onMade(once);\n  return once;',
      'events',
      'does not come again',
    ],
    [
      'events: none of a report twice',
      'return await makeReport(context, ownerId, input, options, onMade);',
      'const made = await makeReport(context, ownerId, input, options, onMade);\n    onMade(made);\n    return made;',
      'events',
      'says what was made',
    ],
    [
      'events: of a failure that is nobody’s URL but holds a password',
      'return { url: redactUrl(parseTarget(url, network).url.href) };',
      'return { url };',
      'events',
      'tells nothing of',
    ],
    [
      'events: no secret of the URL of a report that was made',
      'url: redactUrl(url), domain',
      'url, domain',
      'events',
      'the url of an event',
    ],
    [
      'events: no secret of the URL of a report that was not made',
      'redactUrl(parseTarget(url, network).url.href)',
      'parseTarget(url, network).url.href',
      'events',
      'the url of an event',
    ],
    [
      'events: of checks that fail',
      'onCheckFailed: (failure) => emitCheckFailed(context, ownerId, failure),',
      '',
      'events',
      'check.failed',
    ],
    [
      'events: who gave up is no fault',
      "signal?.aborted ? 'aborted' : 'internal'",
      "'internal'",
      'events',
      'gave up',
    ],
    [
      'events: a fault is nobody who gave up',
      "signal?.aborted ? 'aborted' : 'internal'",
      "'aborted'",
      'events',
      'gave up',
    ],
  ]),
  {
    name: 'events: none of a report before the store has it',
    changes: [
      {
        file: `${core}reports/create-report.ts`,
        find: '      onMade(report);\n',
        replace: '',
      },
      {
        file: `${core}reports/create-report.ts`,
        find: '      signal.throwIfAborted();\n',
        replace: '      signal.throwIfAborted();\n      onMade({} as Report);\n',
      },
    ],
    tests: `${events}events.test.ts`,
    by: 'comes once the store has it',
  },
  ...inFile(`${events}emit-check-failed.ts`, events, [
    [
      'events: the cause of a failed check holds no secret of the URL',
      'errorRecord(thrown, secretValues(url))',
      'errorRecord(thrown)',
      'events',
      'check.failed',
    ],
    [
      'events: a failed check tells no secret of the URL',
      'url: redactUrl(url), error',
      'url, error',
      'events',
      'check.failed',
    ],
    [
      'events: a failed check is warned of once',
      'if (warned.has(check)) return;',
      '',
      'events',
      'check.failed',
    ],
  ]),
  ...inFile(`${core}audit/run-checks.ts`, `${core}audit/`, [
    [
      'checks: a failure has a cause',
      'onCheckFailed({ check: check.id, url: facts.response.url, error });',
      '',
      'run-checks',
      'with its cause',
    ],
    [
      'checks: a promise that rejects does not end the process',
      'outcome.catch(() => {});',
      '',
      'run-checks',
      'rejection of a promise',
    ],
  ]),
  ...inFile(`${core}reports/delete-report.ts`, events, [
    [
      'events: none of a report that was not there to delete',
      'throw reportNotFound();',
      '{\n    context.emit({ type: "report.deleted", ownerId, reportId: id });\n    throw reportNotFound();\n  }',
      'events',
      'nothing that is not there',
    ],
  ]),
  ...inFile(`${core}websites/delete-website.ts`, events, [
    [
      'events: of the website that was deleted, with its reports',
      'ownerId, websiteId: id, domain, reportsCount }',
      'ownerId, websiteId: id, domain, reportsCount: 0 }',
      'events',
      'the other events',
    ],
  ]),
];
