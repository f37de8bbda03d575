import type { ChatFinding } from './chat-message.ts';

/**
 * Renders findings so that all of them are shown in the room for them. One that needs more than an equal part of it is
 * rendered without its link, without its quote, or without both.
 *
 * @param room - How much all may need. If it is less than all need without links and quotes, they need more.
 */
export function fitFindings<Rendered>(
  findings: readonly ChatFinding[],
  room: number,
  render: (finding: ChatFinding) => Rendered,
  lengthOf: (rendered: Rendered) => number,
): Rendered[] {
  const part = room / findings.length;
  return findings.map((finding) => {
    const { page } = finding;
    const unlinked = { ...finding, page: { ...page, url: null } };
    const longer = [finding, unlinked, { ...finding, quote: null }]
      .map(render)
      .find((rendered) => lengthOf(rendered) <= part);
    return longer ?? render({ ...unlinked, quote: null });
  });
}
