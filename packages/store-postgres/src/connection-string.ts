import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { isError, mustBe } from '@sitegrade/core/internal';
import pg from 'pg';
import * as v from 'valibot';

/**
 * The schema of a connection string: a URL, or a socket in one of the two forms of pg. It is validated without
 * connecting, with the files that it names. Errors do not repeat it, because it contains a password.
 */
export const connectionStringOption = v.pipe(
  mustBe<string>(
    'a non-empty string such as postgres://localhost/app',
    (value) => typeof value === 'string' && value.trim() !== '',
  ),
  v.rawCheck<string>(({ dataset, addIssue }) => {
    const message = dataset.typed ? problemOf(dataset.value) : undefined;
    if (message !== undefined) addIssue({ message });
  }),
);

const form = 'postgres://user:password@host:5432/database';

const wrongParts = `must be like ${form}. Percent-encode special characters of the user name and password, such as %40 for @.`;

/** The parameters of a connection string, as pg reads them. */
export function parametersOf(connectionString: string): Partial<Record<string, string>> {
  const [, query = ''] = connectionString.split(/\?(.*)/s);
  return Object.fromEntries(new URLSearchParams(query));
}

/** What is wrong. It follows the name of the option. */
function problemOf(text: string): string | undefined {
  if (text !== text.trim()) {
    return 'must not begin or end with white space, such as the line break of a file.';
  }
  if (/^["'`“”‘’]|["'`“”‘’]$/.test(text)) return 'must not be in quotes: remove them.';
  // The folder of the server's socket, and the name of the database.
  if (/^\/(?!\/)/.test(text)) {
    return /\.(?:db|sqlite\d?)$/i.test(text) ? `must be like ${form}, not a file.` : undefined;
  }
  if (/^(?:export\s+)?\w+\s*=/.test(text)) {
    return `must be like ${form}, without a name and "=" before it: pg does not read the form "host=localhost dbname=app" of libpq.`;
  }
  if (!/^(?:postgres(?:ql)?:\/\/|socket:)/i.test(text)) {
    return `must begin with postgres:// or postgresql://, and be like ${form}.`;
  }
  // pg encodes the spaces of parameters, such as options=-c search_path=app.
  if (/^[^?]*\s|[^\S ]/.test(text)) {
    return 'must not contain white space: percent-encode it, such as %20 for a space.';
  }
  return partsProblem(text) ?? filesProblem(parametersOf(text)) ?? clientProblem(text);
}

/** pg takes the rest of a password that is not encoded for the host, and sends it to a name server. */
function partsProblem(text: string): string | undefined {
  const [beforeQuery = '', query = ''] = text.replace(/^\w+:(?:\/\/)?/, '').split(/\?(.*)/s);
  const [authority = '', path = ''] = beforeQuery.split(/\/(.*)/s);
  const isCut = query.split('&').some((entry) => entry !== '' && !entry.includes('='));
  if (text.includes('#') || path.includes('@') || isCut) return wrongParts;
  return /,[^@]*$/.test(authority) ? 'must name one host: pg does not try several.' : undefined;
}

const certificates = ['sslrootcert', 'sslcert'] as const;

/** pg reads the files when it connects, and ignores an authority that it cannot read. */
function filesProblem(parameters: Partial<Record<string, string>>): string | undefined {
  const files: Partial<Record<string, Buffer>> = {};
  for (const name of [...certificates, 'sslkey']) {
    const file = parameters[name];
    if (!file) continue;
    const named = `has the parameter ${name}, whose file ${JSON.stringify(file)}`;
    try {
      files[name] = readFileSync(file);
    } catch (error) {
      return `${named} cannot be read: ${messageOf(error)}.`;
    }
    try {
      createSecureContext(name === 'sslkey' ? { key: files[name] } : { cert: files[name] });
    } catch (error) {
      return `${named} must be ${name === 'sslkey' ? 'a key without a passphrase' : 'certificates'} in PEM: ${messageOf(error)}.`;
    }
  }
  const { sslcert: cert, sslkey: key } = files;
  if ((cert === undefined) !== (key === undefined)) {
    return 'must have both of the parameters sslcert and sslkey, or neither.';
  }
  try {
    createSecureContext({ cert, key });
    return undefined;
  } catch (error) {
    return `has the parameters sslcert and sslkey, whose files do not belong together: ${messageOf(error)}.`;
  }
}

/** What pg itself refuses. It parses the string without connecting. */
function clientProblem(text: string): string | undefined {
  try {
    const { port } = new pg.Client({ connectionString: text });
    return port > 0 ? undefined : 'must have a port from 1 to 65535.';
  } catch (error) {
    const isFromPg = isError(error) && error.name === 'Error';
    return isFromPg ? `is not supported by pg: ${error.message}` : wrongParts;
  }
}

function messageOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}
