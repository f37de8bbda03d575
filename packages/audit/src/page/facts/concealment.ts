import type { ConcealedFact } from '../page-facts.ts';

/** What every style that conceals something contains. */
const sign = /none|hidden|collapse|opacity|-\s*\d|font-size\s*:\s*[01]|clip/i;

/** Pixels beyond the edge of the screen from which on nothing of an element is seen. */
const farAway = 900;

/**
 * How the declarations of a `style` attribute conceal the content of an element for those who see it; `null` if they do
 * not.
 */
export function concealmentOf(style: string): ConcealedFact['how'] | null {
  if (!sign.test(style)) return null;
  const declared = declarationsOf(style);
  const is = (name: string, value: RegExp) => value.test(declared.get(name) ?? '');
  if (is('display', /^none$/)) return 'display';
  if (is('visibility', /^(?:hidden|collapse)$/)) return 'visibility';
  if (isFarAway(declared)) return 'position';
  if (is('position', /^(?:absolute|fixed)$/) && is('clip', emptyClip)) return 'position';
  if (is('font-size', /^[01](?:px|pt|em|rem|%)?$/) && !is('font-size', /^1(?:em|rem)$/))
    return 'font-size';
  if (is('opacity', /^(?:0|0?\.0+)%?$/)) return 'opacity';
  const clips = is('overflow', /^(?:hidden|clip)$/);
  const isFlat = ['height', 'max-height', 'max-width', 'width'].some((name) =>
    is(name, /^[01](?:px)?$/),
  );
  return clips && isFlat ? 'size' : null;
}

const emptyClip = /^rect\(\s*(?:[01](?:px)?[\s,]+){3}[01](?:px)?\s*\)$/;

function declarationsOf(style: string): ReadonlyMap<string, string> {
  const declared = new Map<string, string>();
  for (const declaration of style.toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const [value = ''] = declaration.slice(colon + 1).split('!');
    declared.set(declaration.slice(0, colon).trim(), value.trim());
  }
  return declared;
}

/** Whether an element or its text is moved beyond the left or upper edge of the screen, where no one can scroll. */
function isFarAway(declared: ReadonlyMap<string, string>): boolean {
  const isPlaced = /^(?:absolute|fixed)$/.test(declared.get('position') ?? '');
  const names = isPlaced ? ['left', 'margin-left', 'text-indent', 'top'] : ['text-indent'];
  return names.some((name) => {
    const [, digits, unit] =
      /^-\s*(\d+)(?:\.\d+)?(px|em|rem)$/.exec(declared.get(name) ?? '') ?? [];
    return digits !== undefined && Number(digits) * (unit === 'px' ? 1 : 16) >= farAway;
  });
}
