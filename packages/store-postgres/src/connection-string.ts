import { isError, mustBe } from '@sitegrade/core/internal';
import pg from 'pg';
import * as v from 'valibot';

/** The schema of a connection string. */
export const connectionStringOption = v.pipe(
  mustBe<string>(
    'a non-empty string such as postgres://localhost/app',
    (value) => typeof value === 'string' && value.trim() !== '',
  ),
  v.check(
    isConnectionString,
    'must be like postgres://user:password@host:5432/database. Percent-encode special characters of the user name and password, such as %40 for @.',
  ),
);

function isConnectionString(text: string): boolean {
  if (/^(?!(?:postgres|postgresql|socket):)[a-z][a-z\d+.-]*:/i.test(text)) return false;
  try {
    // Parses the string without connecting.
    new pg.Client({ connectionString: text });
    return true;
  } catch (error) {
    // An unreadable certificate file is reported when connecting.
    return !(isError(error) && /^(?:TypeError|URIError)$/.test(error.name));
  }
}
