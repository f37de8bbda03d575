import type { RoleFact } from '../page-facts.ts';
import type { TagToken } from '../tokens/tag-token.ts';
import { knownTag } from '../tokens/tags.ts';
import type { ElementContext } from './element-context.ts';
import { has, type IndexedAttributes, slot, valueIn } from './indexed-attributes.ts';
import { accessible } from './named-elements.ts';
import { roleOf } from './roles.ts';

const area = knownTag('area');
const input = knownTag('input');
/** Elements with their own list of facts. */
const listed = new Set(['a', 'img', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(knownTag));

/** The fact of an element that is a heading, a link or an image, but not by its tag. */
export function roleFactOf(token: TagToken, context: ElementContext): RoleFact | null {
  const kind = kindOf(token, context.indexed);
  if (kind === null) return null;
  const fact = {
    ...accessible(token, context),
    element: token.tag.name,
    kind,
    alt: valueIn(token, context.indexed, slot.alt),
    href: valueIn(token, context.indexed, slot.href),
    accessibleText: '',
  };
  return context.keep(context.collected.roles, fact) ? fact : null;
}

function kindOf(token: TagToken, indexed: IndexedAttributes): RoleFact['kind'] | null {
  const { tag } = token;
  if (tag === area) return has(indexed, slot.href) ? 'link' : null;
  if (tag === input && valueIn(token, indexed, slot.type)?.toLowerCase() === 'image')
    return 'image-button';
  if (!has(indexed, slot.role) || listed.has(tag)) return null;
  const role = roleOf(valueIn(token, indexed, slot.role));
  if (role === 'heading' || role === 'link') return role;
  return role === 'img' || role === 'image' ? 'image' : null;
}
