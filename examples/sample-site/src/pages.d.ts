/** A page of the site, for those that need its HTML without a server. */
export interface Page {
  readonly path: string;
  readonly html: (where: { readonly origin: string; readonly href: string }) => string;
}

export const pages: readonly Page[];
