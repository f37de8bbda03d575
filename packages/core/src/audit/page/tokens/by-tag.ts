import { knownTag, type Tag, tagCount } from './tags.ts';

/** Rules by tag, from rules by names with spaces between them. Unknown tags have none. */
export function byTag<Rule>(
  rulesByNames: Readonly<Record<string, Rule>>,
): (tag: Tag) => Rule | undefined {
  const rules: (Rule | undefined)[] = new Array(tagCount).fill(undefined);
  for (const [names, rule] of Object.entries(rulesByNames)) {
    for (const name of names.split(' ')) rules[knownTag(name).id] = rule;
  }
  return (tag) => rules[tag.id];
}
