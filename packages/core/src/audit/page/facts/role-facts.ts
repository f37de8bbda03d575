import type { RoleFact } from '../page-facts.ts';
import { attributeOf } from '../tokens/tag-attributes.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import { knownTag } from '../tokens/tags.ts';
import { bitOf } from './attribute-bits.ts';
import type { ElementContext } from './element-context.ts';
import { accessible } from './element-facts.ts';
import { roleOf } from './roles.ts';

const area = knownTag('area');
const input = knownTag('input');
/** Elements with a list of facts of their own. */
const listed = new Set(['a', 'img', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(knownTag));

/** The fact of an element that is a heading, a link or an image, but not by its tag. */
export function roleFactOf(token: TagToken, context: ElementContext): RoleFact | null {
  const kind = kindOf(token, context.bits);
  if (kind === null) return null;
  const fact = {
    ...accessible(token, context),
    element: token.tag.name,
    kind,
    alt: attributeOf(token, 'alt'),
    href: attributeOf(token, 'href'),
    spoken: '',
  };
  return context.keep(context.collected.roles, fact) ? fact : null;
}

function kindOf(token: TagToken, bits: number): RoleFact['kind'] | null {
  const { tag } = token;
  if (tag === area) return attributeOf(token, 'href') === null ? null : 'link';
  if (tag === input && attributeOf(token, 'type')?.toLowerCase() === 'image') return 'image-button';
  if ((bits & bitOf.role) === 0 || listed.has(tag)) return null;
  const role = roleOf(attributeOf(token, 'role'));
  if (role === 'heading' || role === 'link') return role;
  return role === 'img' || role === 'image' ? 'image' : null;
}
