import { createHash } from 'node:crypto';
import type { PagesSettings } from '../http/pages-options.ts';
import { type ApiResponse, withBody } from '../http/response/response.ts';
import { script } from './script.ts';
import { styleSheet } from './style.ts';

/** The names of the stylesheet and the script, with a hash of their content. */
interface FileNames {
  readonly style: string;
  readonly script: string;
}

/** Names by settings: a process has few of them, and rendering a page must not hash the files again. */
const known = new WeakMap<PagesSettings, FileNames>();

/** The file names for these settings, whose accent colour is part of the stylesheet. */
export function fileNames(settings: PagesSettings): FileNames {
  const found = known.get(settings);
  if (found) return found;
  const names = {
    style: `style-${hashOf(styleSheet(settings.accent))}.css`,
    script: `script-${hashOf(script)}.js`,
  };
  known.set(settings, names);
  return names;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10).replaceAll('_', '.');
}

/** A response with a file that browsers may keep, as its name changes with its content. */
export function fileResponse(type: 'text/css' | 'text/javascript', text: string): ApiResponse {
  return withBody(200, text, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'public, max-age=31536000, immutable',
  });
}
