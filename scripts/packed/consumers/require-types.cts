import core = require('@sitegrade/core');
import sqlite = require('@sitegrade/store-sqlite');

export = async function latest(owner: string): Promise<core.ReportSummary | undefined> {
  const context = core.createContext({ store: sqlite.sqliteStore({ filename: 'a.sqlite' }) });
  const { rows } = await core.listReports(context, owner);
  return rows[0];
};
