import type { VNode } from 'preact';
import { useContext } from 'preact/hooks';
import type { Digest } from '../mail.ts';
import { english } from './english.ts';
import { Accent, Cell, LayoutTable } from './mail-parts.tsx';
import { fonts, light } from './mail-style.ts';

const text = english.digest;
const cell = `${fonts}padding:3px 0;font-size:14px;line-height:20px;font-weight:400;`;

/** The score at the end of each week, as a table with bars that are cells with a background. */
export function ScoreHistory({ history }: Pick<Digest, 'history'>): VNode {
  const [ink, soft] = [`color:${light.ink.ink};`, `color:${light.ink.soft};`];
  return (
    <table
      width="100%"
      cellPadding="0"
      cellSpacing="0"
      style="width:100%;margin-top:8px;border-collapse:collapse;"
    >
      <thead>
        <tr>
          <th scope="col" class="soft" align="left" style={cell + soft}>
            {text.weekTo}
          </th>
          <th scope="col" class="soft" align="left" colSpan={2} style={cell + soft}>
            {text.score}
          </th>
        </tr>
      </thead>
      <tbody>
        {history.map(({ at, score }) => (
          <tr key={at.getTime()}>
            <th
              scope="row"
              class="soft"
              align="left"
              style={`${cell}${soft}width:76px;white-space:nowrap;`}
            >
              {english.dayAndMonth(at)}
            </th>
            <td class="ink" align="left" style={`${cell}${ink}width:36px;`}>
              {score}
            </td>
            <td style={cell}>
              <Bar score={score} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Bar({ score }: { readonly score: number }): VNode {
  const accent = useContext(Accent);
  const empty = 'height:12px;font-size:0;line-height:12px;';
  return (
    <LayoutTable style="table-layout:fixed;">
      <tr>
        {score > 0 && (
          <Cell class="fill" background={accent} width={`${score}%`} style={empty}>
            {'\u00a0'}
          </Cell>
        )}
        {score < 100 && (
          <Cell class="rest" background={light.tint} width={`${100 - score}%`} style={empty}>
            {'\u00a0'}
          </Cell>
        )}
      </tr>
    </LayoutTable>
  );
}
