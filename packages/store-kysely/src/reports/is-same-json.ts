/**
 * Whether two values have the same JSON, with the same keys in the same order, wherever they are. Cheaper than
 * comparing their JSON: what both share is not read. False for what JSON writes differently depending on its place,
 * such as `undefined`, and for objects with a `toJSON`.
 */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other && isPlain(one);
  if ('toJSON' in one || 'toJSON' in other) return false;
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) return areSameLists(one, other);
  if (Array.isArray(one) || Array.isArray(other)) return false;
  return areSameParts(one, other);
}

/** Without the keys of lists, which would be a text for each part. A hole is no part. */
function areSameLists(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let place = 0; place < one.length; place++) {
    if (!isSameJson(one[place], other[place])) return false;
  }
  return true;
}

function areSameParts(one: object, other: object): boolean {
  const keys = Object.keys(one);
  const otherKeys = Object.keys(other);
  if (keys.length !== otherKeys.length) return false;
  return keys.every(
    (key, place) =>
      key === otherKeys[place] &&
      isSameJson(one[key as keyof typeof one], other[key as keyof typeof other]),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isPlain(value: unknown): boolean {
  if (value === null) return true;
  const type = typeof value;
  return type === 'string' || type === 'number' || type === 'boolean';
}
