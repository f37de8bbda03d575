/** The local file of a URL, relative to the working directory and with slashes; `null` if it has no local file. */
export type FileOfUrl = (url: string) => string | null;

/** Without local files. */
export const noFile: FileOfUrl = () => null;

/** Of several URLs of one local file, such as `/about` and `/about.html`, only the first. */
export function oncePerFile(urls: readonly string[], fileOf: FileOfUrl): readonly string[] {
  const seen = new Set<string>();
  return urls.filter((url) => {
    const file = fileOf(url) ?? url;
    const isNew = !seen.has(file);
    seen.add(file);
    return isNew;
  });
}
