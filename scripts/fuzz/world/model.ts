/** What an owner has, by all that was answered so far. */
export interface Model {
  readonly reports: Map<number, ModelReport>;
  readonly websites: Map<number, ModelWebsite>;
  readonly deleted: { readonly reports: number[]; readonly websites: number[] };
}

/** A report as far as it can be foreseen. */
export interface ModelReport {
  readonly websiteId: number;
}

/** A website as far as it can be foreseen. */
export interface ModelWebsite {
  readonly privacy: number;
  /** Whether a password is set. */
  readonly password: boolean;
}

/** Nobody's things. */
export function emptyModel(): Model {
  return { reports: new Map(), websites: new Map(), deleted: { reports: [], websites: [] } };
}

/** How many reports a website has. */
export function reportsOf(model: Model, websiteId: number): number {
  return [...model.reports.values()].filter((report) => report.websiteId === websiteId).length;
}

/** A report came into being, and with it perhaps a website. */
export function addReport(
  model: Model,
  report: { readonly id: number; readonly websiteId: number },
  website: ModelWebsite = { privacy: 1, password: false },
): void {
  model.reports.set(report.id, { websiteId: report.websiteId });
  if (!model.websites.has(report.websiteId)) model.websites.set(report.websiteId, website);
}

/** A report is gone; its website stays. */
export function removeReport(model: Model, id: number): void {
  model.reports.delete(id);
  model.deleted.reports.push(id);
}

/** A website is gone, and its reports with it. */
export function removeWebsite(model: Model, id: number): void {
  for (const [reportId, { websiteId }] of model.reports) {
    if (websiteId === id) removeReport(model, reportId);
  }
  model.websites.delete(id);
  model.deleted.websites.push(id);
}

/** What a website becomes of an update: leaving privacy 2 forgets the password. */
export function updated(
  website: ModelWebsite,
  privacy: number | undefined,
  passwordSent: boolean,
): ModelWebsite {
  const next = privacy ?? website.privacy;
  return { privacy: next, password: next === 2 && (passwordSent || website.password) };
}
