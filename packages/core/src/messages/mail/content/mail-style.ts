import { accentColours, backgrounds, inks } from '../../../brand/accent.ts';

/** The fonts of all texts. Mail programs do not pass them on to the cells of tables. */
export const fonts =
  'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif;';

/** The fonts of quotes of code. */
export const monospace = 'font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;';

/** The colours in the light scheme, which are in each element: many mail programs read no stylesheet. */
export const light = { ...backgrounds.light, ink: inks.light } as const;

/**
 * The colours in the dark scheme, for mail programs that read stylesheets and have such a scheme. Others show the mail in
 * light colours, or change them by themselves.
 */
export function darkStyle(accent: string): string {
  const { paper, tint, ...tints } = backgrounds.dark;
  const { ink, soft, line } = inks.dark;
  const { dark } = accentColours(accent);
  const results = (['good', 'decent', 'bad'] as const).map(
    (result) => `.${result}{${background(tints[result])}${colour(inks.dark[result])}}`,
  );
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.tint{${background(tint)}}.paper{${background(paper)}}.ink{${colour(ink)}}.soft{${colour(soft)}}
.line{border-color:${line}!important}.link{${colour(dark)}}.fill{${background(dark)}}
.button{${background(dark)}${colour(paper)}}.rest{${background(line)}}
${results.join('')}
}`;
}

const background = (value: string) => `background-color:${value}!important;`;
const colour = (value: string) => `color:${value}!important;`;
