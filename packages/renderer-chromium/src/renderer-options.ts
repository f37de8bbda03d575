/** Options of `chromiumRenderer`. */
export interface ChromiumRendererOptions {
  /**
   * The path of Chromium, Chrome or Edge. Default: the environment variable `CHROME_PATH`, else the first one found
   * on this machine.
   */
  readonly executablePath?: string;
  /** How many pages are loaded at once, 1 to 20. Others wait. Default: 2. */
  readonly pages?: number;
  /**
   * Whether Chromium isolates its processes from the machine. Default: `true`.
   *
   * **Risk:** with `false`, a page that exploits a bug of the browser runs code as the user of this process, with its
   * files, environment and network. Only do this in a container that has nothing else.
   */
  readonly sandbox?: boolean;
}

const known = ['executablePath', 'pages', 'sandbox'];
const maxPages = 20;

/** The options with their defaults. */
export interface RendererSettings {
  readonly executablePath: string | undefined;
  readonly pages: number;
  readonly sandbox: boolean;
}

/**
 * Validates the options at run time, as JavaScript callers have no types.
 *
 * @throws TypeError that names the option.
 */
export function validateRendererOptions(options: unknown): RendererSettings {
  if (typeof options !== 'object' || options === null) throw invalid('options must be an object.');
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw invalid(`${unknown} is not an option. The options are ${known.join(', ')}.`);
  const { executablePath, pages = 2, sandbox = true } = options as Record<string, unknown>;
  if (
    executablePath !== undefined &&
    (typeof executablePath !== 'string' || executablePath.trim() === '')
  )
    throw invalid('executablePath must be a path.');
  if (!Number.isSafeInteger(pages) || Number(pages) < 1 || Number(pages) > maxPages)
    throw invalid(`pages must be an integer from 1 to ${maxPages}.`);
  if (typeof sandbox !== 'boolean') throw invalid('sandbox must be a boolean.');
  return { executablePath, pages: Number(pages), sandbox };
}

const invalid = (message: string) => new TypeError(`chromiumRenderer: ${message}`);
