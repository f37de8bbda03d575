import type { ComponentChildren, VNode } from 'preact';
import type { CheckResult, Evidence } from '../../store/report.ts';
import { PageText } from '../elements/page-text.tsx';
import { english as text } from '../english.ts';
import { visible } from '../visible.ts';
import { useWhyOf, Why } from './why.tsx';
import { Words } from './words.tsx';

/** One check with what was found, why it matters, where, and how to fix it. */
export function CheckItem({
  id,
  check,
  isFolded,
  accept,
}: {
  id: string;
  check: CheckResult;
  /** Whether only its heading is shown until it is opened. */
  isFolded: boolean;
  /** The path of the form that accepts it. */
  accept?: string | undefined;
}): VNode {
  const { status, title, summary, evidence, advice, source, gain, sourceStatus } = check;
  const isFault = status === 'fail' || status === 'warn';
  const why = useWhyOf()(id);
  const heading = (
    <header>
      <h3>{isFault ? <PageText>{summary}</PageText> : title}</h3>
      <p class="labels">
        <span class={`status ${status}`}>{text.statuses[status]}</span>
        <span>{text.categories[check.category]}</span>
        {sourceStatus && <span>{text.report.withoutScripts(text.statuses[sourceStatus])}</span>}
        {gain > 0 && <span class="gain">{text.report.gain(gain)}</span>}
      </p>
    </header>
  );
  return (
    <Item id={`check-${id}`} status={status} isFolded={isFolded} heading={heading}>
      <p class="summary">
        {isFault ? (
          <span class="soft">{text.report.rule(title)}</span>
        ) : (
          <PageText>{summary}</PageText>
        )}
      </p>
      {isFault && <Why>{why}</Why>}
      {evidence.length > 0 && (
        <ul class="evidence">
          {evidence.map((quote, index) => (
            <li key={index}>
              <EvidenceQuote {...quote} />
            </li>
          ))}
        </ul>
      )}
      {(advice !== null || isFault) && (
        <p class="advice">
          {advice !== null && (
            <>
              <strong>{text.report.howToFix}:</strong> <PageText>{advice}</PageText>{' '}
            </>
          )}
          <a href={source} rel="noopener noreferrer">
            {text.report.source}
            <span class="hidden"> ({title})</span>
          </a>
        </p>
      )}
      {isFault && accept !== undefined && (
        <p class="screen small">
          <a href={accept} rel="nofollow">
            {text.accepted.accept}
            <span class="hidden">: {title}</span>
          </a>
        </p>
      )}
      {isFault && <Words texts={[title, summary, why, advice]} />}
    </Item>
  );
}

/** An article, or one that is opened by its heading. */
function Item({
  id,
  status,
  isFolded,
  heading,
  children,
}: {
  id: string;
  status: CheckResult['status'];
  isFolded: boolean;
  heading: ComponentChildren;
  children: ComponentChildren;
}): VNode {
  if (!isFolded) {
    return (
      <article class={`check ${status}`} id={id}>
        {heading}
        {children}
      </article>
    );
  }
  return (
    <details class={`check folded ${status}`} id={id}>
      <summary>{heading}</summary>
      {children}
    </details>
  );
}

/** A quote of the page, with its location in the source. */
export function EvidenceQuote({ kind, text: quote, line, column, selector }: Evidence): VNode {
  const location =
    line === undefined ? (selector ?? locationOf(kind)) : text.report.at(line, column);
  return (
    <>
      <code dir="auto">{visible(quote)}</code>
      {location && (
        <>
          {' '}
          <span class="location">{visible(location)}</span>
        </>
      )}
    </>
  );
}

function locationOf(kind: Evidence['kind']): string | undefined {
  if (kind === 'header') return text.report.inHeader;
  return kind === 'robots' ? text.report.inRobots : undefined;
}
