/** The pattern of an id in kebab case, such as that of a check or an issue. */
export const slugPattern = '^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$';
