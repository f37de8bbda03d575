import { type Bars, type Finding, shown } from './finding.ts';

const width = 760;
const labelWidth = 270;
const valueWidth = 80;
const barHeight = 20;
const gap = 6;
const font = 'font-family="system-ui, sans-serif"';

/** The bars of a run as one SVG: shorter is better. */
export function chartOf(findings: readonly Finding[]): string {
  const groups = findings.filter((finding): finding is Bars => finding.kind === 'bars');
  let top = 10;
  const parts: string[] = [];
  for (const group of groups) {
    parts.push(groupOf(group, top));
    top += 34 + group.bars.length * (barHeight + gap) + 16;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" role="img" aria-label="CPU time beside other software, shorter is better">
<rect width="${width}" height="${top}" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

function groupOf({ title, unit, bars }: Bars, top: number): string {
  const longest = Math.max(...bars.map(({ value }) => value));
  const room = width - labelWidth - valueWidth - 20;
  const lines = bars.map(({ name, value }, at) => {
    const y = top + 34 + at * (barHeight + gap);
    const length = Math.max(1, (room * value) / longest);
    const color = name.startsWith('sitegrade') ? '#0b7a75' : '#9aa5b1';
    const base = y + barHeight - 5;
    return [
      `<text x="${labelWidth}" y="${base}" text-anchor="end" font-size="13" fill="#1f2933" ${font}>${escaped(name)}</text>`,
      `<rect x="${labelWidth + 10}" y="${y}" width="${length.toFixed(1)}" height="${barHeight}" rx="2" fill="${color}"/>`,
      `<text x="${(labelWidth + 16 + length).toFixed(1)}" y="${base}" font-size="12" fill="#52606d" ${font}>${shown(value)}</text>`,
    ].join('\n');
  });
  const head = `<text x="14" y="${top + 20}" font-size="15" font-weight="600" fill="#1f2933" ${font}>${escaped(title)}<tspan font-weight="400" font-size="12" fill="#52606d" dx="10">${escaped(unit)}, shorter is better</tspan></text>`;
  return [head, ...lines].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
