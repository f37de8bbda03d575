import type { VNode } from 'preact';
import type { CrawlShape } from '../../store/crawl-shape.ts';
import { DepthChart } from '../charts/depth-chart.tsx';
import { FolderChart } from '../charts/folder-chart.tsx';

/** How the pages of a crawl are arranged: in which folders, and how many clicks from the start page. */
export function CrawlStructure({
  shape,
  href,
}: {
  readonly shape: CrawlShape | null;
  /** As of `FolderChart`. */
  readonly href?: (path: string) => string;
}): VNode | null {
  if (shape === null) return null;
  return (
    <>
      <FolderChart root={shape.root} href={href} />
      <DepthChart depths={shape.depths} />
    </>
  );
}
