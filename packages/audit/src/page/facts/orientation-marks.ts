/**
 * What a style sheet does with the whole page in one orientation of the screen. `orientation-turn`: it rotates it.
 * `orientation-lock`: by a quarter turn, so that the page stays as it would be in the other orientation.
 */
export type OrientationMark = 'orientation-lock' | 'orientation-turn';

/** A media query, and its first rules. The limits keep a hostile style sheet from taking long. */
const mediaRules = /@media([^{}@]{0,200})\{((?:[^{}@]{0,300}\{[^{}]{0,2000}\}){1,50})/gi;
const orientation = /\(\s*orientation\s*:\s*(?:landscape|portrait)\s*\)/i;
/** Media queries that say when the rules do not apply, and those for paper. */
const others = /\b(?:not|print)\b/i;
const rule = /([^{}]*)\{([^{}]*)\}/g;
const wholePage = /^(?:html|body|:root|(?:html|:root)\s*[\s>]\s*body)$/i;

/** The marks of a part of a style sheet. */
export function orientationMarksIn(style: string): ReadonlySet<OrientationMark> {
  const marks = new Set<OrientationMark>();
  if (!/orientation/i.test(style)) return marks;
  for (const [, query = '', rules = ''] of withoutComments(style).matchAll(mediaRules)) {
    if (!orientation.test(query) || others.test(query)) continue;
    for (const [, selectors = '', declarations = ''] of rules.matchAll(rule)) {
      if (!selectors.split(',').some((selector) => wholePage.test(selector.trim()))) continue;
      const degrees = rotationOf(declarations);
      if (degrees === null) continue;
      marks.add('orientation-turn');
      if (isQuarterTurn(degrees)) marks.add('orientation-lock');
    }
  }
  return marks;
}

function withoutComments(style: string): string {
  const [first = '', ...comments] = style.split('/*');
  return first + comments.map((comment) => comment.split('*/').slice(1).join('*/')).join('');
}

/** Degrees that a page may lean to one side and still be upright, or lie. */
const lean = 5;

function isQuarterTurn(degrees: number): boolean {
  return Math.abs((Math.abs(degrees) % 180) - 90) <= lean;
}

/** The degrees by which declarations rotate an element in its plane; `null` if they do not rotate it. */
function rotationOf(declarations: string): number | null {
  let transform: number | null = null;
  let rotate: number | null = null;
  for (const declaration of declarations.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(colon, 0)).trim();
    const value = declaration.slice(colon + 1);
    if (name === 'rotate') rotate = angleIn(value.replace(/(?:^|\s)z\s/, ' '));
    if (name === 'transform' || name === '-webkit-transform') transform = rotationIn(value);
  }
  return transform === null && rotate === null ? null : (transform ?? 0) + (rotate ?? 0);
}

/** The rotation of a value of `transform`; `null` where it has none, or several. */
function rotationIn(transform: string): number | null {
  const calls = [...transform.matchAll(/(rotatez?|rotate3d|matrix|matrix3d)\(([^()]*)\)/g)];
  const [, name, values = ''] = calls[0] ?? [];
  if (calls.length !== 1) return null;
  const numbers = values.split(',');
  if (name === 'matrix' || name === 'matrix3d') {
    return (Math.atan2(Number(numbers[1]), Number(numbers[0])) * 180) / Math.PI;
  }
  if (name !== 'rotate3d') return angleIn(values);
  const isInPlane = Number(numbers[0]) === 0 && Number(numbers[1]) === 0;
  return isInPlane ? angleIn(numbers[3] ?? '') * Math.sign(Number(numbers[2])) : null;
}

const degreesOf: Readonly<Record<string, number>> = {
  deg: 1,
  grad: 0.9,
  rad: 180 / Math.PI,
  turn: 360,
};

/** The degrees of an angle. */
function angleIn(value: string): number {
  const [, digits, unit = ''] =
    /^\s*([+-]?(?:\d+\.?\d*|\.\d+))(deg|grad|rad|turn)\b/.exec(value) ?? [];
  return Number(digits ?? 0) * (degreesOf[unit] ?? 0);
}
