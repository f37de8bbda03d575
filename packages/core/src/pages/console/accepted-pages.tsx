import type { VNode } from 'preact';
import {
  deleteAcceptedFinding,
  getAcceptedFinding,
  listAcceptedFindings,
} from '../../accepted/accepted-findings.ts';
import { isOver } from '../../accepted/accepted-matcher.ts';
import type { Context } from '../../context/context.ts';
import type { AcceptedFinding } from '../../store/accepted-finding.ts';
import { getWebsite } from '../../websites/get-website.ts';
import { PageText } from '../elements/page-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { AcceptedPages, AcceptedReason } from '../parts/accepted-list.tsx';
import { confirmedStep } from './confirm-page.tsx';
import { ConsoleLayout } from './console-layout.tsx';
import { doneQuery } from './done.ts';
import { ownerPage } from './owner-page.tsx';
import { SearchedListView, searchedList } from './searched-list.tsx';
import { WebsiteHeader } from './website-header.tsx';

/** The accepted findings of a website. */
const acceptedPage = ownerPage({
  path: '/websites/:id/accepted',
  params: { id: 'number' },
  operationId: 'consoleAccepted',
  summary: 'List the accepted findings of a website in the console',
  async respond({ context, ownerId, params, query }, page) {
    const { links } = page;
    const labels = text.accepted;
    const website = await getWebsite(context, ownerId, params.id);
    const { id, domain } = website;
    const found = await searchedList(query, (part) =>
      listAcceptedFindings(context, ownerId, id, part),
    );
    const path = `${links.website(id)}/accepted`;
    const hasAny = found.list.total > 0 || found.search !== '';
    return (
      <ConsoleLayout page={page} title={labels.titleOf(domain)} current="websites">
        <WebsiteHeader website={website} links={links} current="accepted" />
        <h2>{labels.title}</h2>
        <p>{labels.text}</p>
        {hasAny ? (
          <SearchedListView
            found={found}
            path={path}
            filters={{}}
            searchLabel={labels.search}
            links={null}
          >
            <AcceptedTable rows={found.list.rows} context={context} path={path} />
          </SearchedListView>
        ) : (
          <p>{labels.none}</p>
        )}
      </ConsoleLayout>
    );
  },
});

function AcceptedTable({
  rows,
  context,
  path,
}: {
  readonly rows: readonly AcceptedFinding[];
  readonly context: Context;
  /** The path of the list. */
  readonly path: string;
}): VNode {
  const labels = text.accepted;
  return (
    <Table
      rows={rows}
      columns={[
        { label: labels.check, cell: (accepted) => titleOf(context, accepted) },
        { label: labels.place, cell: (accepted) => <Place accepted={accepted} /> },
        {
          label: labels.reason,
          cell: (accepted) => (
            <>
              <AcceptedReason accepted={accepted} />
              {isOver(accepted.expires, context.now()) && <strong> {labels.over}</strong>}
            </>
          ),
        },
        {
          label: labels.remove,
          kind: 'action',
          cell: (accepted) => (
            <a href={`${path}/${accepted.id}/delete`}>
              {labels.remove}
              <span class="hidden">: {titleOf(context, accepted)}</span>
            </a>
          ),
        },
      ]}
    />
  );
}

/** The title of the check; its id if the ruleset does not have it any more. */
function titleOf({ ruleset }: Context, { check }: AcceptedFinding): string {
  return ruleset.checks.find(({ id }) => id === check)?.title ?? check;
}

function Place({ accepted }: { readonly accepted: AcceptedFinding }): VNode {
  const { path, fingerprint, quote } = accepted;
  if (fingerprint === null) return <AcceptedPages accepted={accepted} />;
  return (
    <>
      <PageText>{path}</PageText>
      {quote !== null && (
        <>
          <br />
          <code class="small">
            <PageText>{quote}</PageText>
          </code>
        </>
      )}
    </>
  );
}

const remove = confirmedStep({
  path: '/websites/:id/accepted/:accepted/delete',
  params: { id: 'number', accepted: 'number' },
  operation: 'DeleteAccepted',
  summary: 'Delete an accepted finding in the console',
  askSummary: 'Ask before an accepted finding is deleted in the console',
  title: text.accepted.removeTitle,
  back: ({ website }, { id }) => `${website(id)}/accepted`,
  async lost({ context, ownerId, params: { id, accepted: acceptedId } }) {
    const accepted = await getAcceptedFinding(context, ownerId, id, acceptedId);
    return (
      <>
        <p>{text.accepted.removeText(titleOf(context, accepted))}</p>
        <p>
          <AcceptedReason accepted={accepted} /> <AcceptedPages accepted={accepted} />
        </p>
      </>
    );
  },
  async take({ context, ownerId, params: { id, accepted } }, { links }) {
    await deleteAcceptedFinding(context, ownerId, id, accepted);
    return `${links.website(id)}/accepted${doneQuery('accepted_deleted')}`;
  },
});

/** The pages of the accepted findings of a website. */
export const acceptedPages = [acceptedPage, ...remove] as const;
