import { type HierarchyRectangularNode, hierarchy, partition } from 'd3-hierarchy';
import type { VNode } from 'preact';
import type { CrawlFolder } from '../../store/crawl-shape.ts';
import { percentDecoded, resultOf } from '../../store/report.ts';
import { PageText, TextLink } from '../elements/page-text.tsx';
import { ScoreText } from '../elements/score-text.tsx';
import { Table } from '../elements/table.tsx';
import { english as text } from '../english.ts';
import { visible } from '../visible.ts';
import { ChartData } from './chart-data.tsx';

const size = { width: 720, height: 360 } as const;
/** In the units of the chart: lower folders are not drawn, and those with less room have no label, or none on a phone. */
const least = { drawn: 1.5, labelled: 15, onPhones: 28 } as const;
/** The largest folders, in the table. */
const mostRows = 60;

/** A folder, and where it is. */
interface Placed extends Omit<CrawlFolder, 'folders'> {
  /** `/blog/2026/`; of several folders, the one that they are in. */
  readonly path: string;
  /** Whether the path is whole. */
  readonly isWhole: boolean;
  readonly folders: readonly Placed[];
}

/** Where the pages of a site are, and how good they are there: its folders in levels, each as high as it has pages, and the largest ones as a table. */
export function FolderChart({
  root,
  href,
}: {
  readonly root: CrawlFolder;
  /** The list of the pages in a folder. `undefined` where there is none. */
  readonly href?: ((path: string) => string) | undefined;
}): VNode | null {
  const labels = text.charts.folders;
  if (root.folders.length === 0) return null;
  const site = placed(root, '/', true);
  const nodes = layOut(site);
  const column = size.width / Math.max(...nodes.map(({ depth }) => depth));
  const folders = foldersIn(site).sort((a, b) => b.pages - a.pages);
  return (
    <section class="chart" aria-labelledby="folders">
      <h2 id="folders">{labels.title}</h2>
      {nodes.length > 0 && (
        <>
          <p class="soft small">{labels.explained}</p>
          <svg
            class="trend folders results"
            viewBox={`0 0 ${size.width} ${size.height}`}
            role="img"
            aria-label={labels.chart(root.folders.length, root.pages)}
          >
            {nodes.map((node) => (
              <Cell key={`${node.data.path} ${node.data.name}`} node={node} column={column} />
            ))}
          </svg>
        </>
      )}
      <ChartData>
        <Table
          isList={false}
          caption={folders.length > mostRows ? labels.largest(mostRows) : undefined}
          rows={folders.slice(0, mostRows)}
          columns={[
            { label: labels.folder, cell: (folder) => <FolderName folder={folder} href={href} /> },
            { label: labels.pages, kind: 'number', cell: ({ pages }) => text.number(pages) },
            {
              label: labels.score,
              cell: (folder) => {
                const score = scoreOf(folder);
                return <ScoreText score={score} result={resultOf(score)} />;
              },
            },
          ]}
        />
      </ChartData>
    </section>
  );
}

/** A folder with its path, and the pages of a site in no folder as one. */
function placed(folder: CrawlFolder, path: string, isWhole: boolean): Placed {
  const folders = folder.folders.map((inner) => {
    if (inner.name === null) return placed(inner, path, isWhole);
    const isCut = inner.name.endsWith('…');
    return placed(inner, `${path}${inner.name}/`, isWhole && !isCut);
  });
  return { ...folder, path, isWhole, folders };
}

/** All folders in a folder. */
function foldersIn({ folders }: Placed): Placed[] {
  return folders.flatMap((folder) => [folder, ...foldersIn(folder)]);
}

/** The folders that are drawn, with their places: the site itself is the chart. */
function layOut(site: Placed): readonly HierarchyRectangularNode<Placed>[] {
  const own = ({ pages, folders }: Placed) =>
    folders.reduce((left, inner) => left - inner.pages, pages);
  const tree = hierarchy(site, ({ folders }) => folders).sum(own);
  const root = partition<Placed>().size([size.height, tree.height + 1])(tree);
  return root.descendants().filter(({ depth, x0, x1 }) => depth > 0 && x1 - x0 >= least.drawn);
}

function Cell({
  node: { data, depth, x0, x1 },
  column,
}: {
  readonly node: HierarchyRectangularNode<Placed>;
  /** The width of a level. */
  readonly column: number;
}): VNode {
  const height = x1 - x0;
  const score = scoreOf(data);
  const name = nameOf(data);
  return (
    <g>
      <svg
        x={((depth - 1) * column).toFixed(1)}
        y={x0.toFixed(1)}
        width={(column - 1).toFixed(1)}
        height={Math.max(1, height - 1).toFixed(1)}
      >
        <title>{text.charts.folders.cell(name, data.pages, score)}</title>
        <rect class={resultOf(score)} width="100%" height="100%" />
        {height >= least.labelled && (
          <text
            class={height < least.onPhones ? 'label wide' : 'label'}
            x="6"
            y={height / 2}
            dy=".35em"
          >
            {text.charts.folders.label(name, data.pages, score)}
          </text>
        )}
      </svg>
    </g>
  );
}

function FolderName({
  folder,
  href,
}: {
  readonly folder: Placed;
  readonly href: ((path: string) => string) | undefined;
}): VNode {
  const { name, path, isWhole } = folder;
  if (name === null || !isWhole || !href) return <PageText>{pathName(folder)}</PageText>;
  return <TextLink href={href(path)}>{pathName(folder)}</TextLink>;
}

function scoreOf({ scoreSum, pages }: Placed): number {
  return Math.round(scoreSum / pages);
}

function nameOf({ name }: Placed): string {
  return name === null ? text.charts.folders.others : visible(percentDecoded(name));
}

function pathName({ name, path }: Placed): string {
  const shown = percentDecoded(path);
  return name === null ? `${shown} · ${text.charts.folders.others}` : shown;
}
