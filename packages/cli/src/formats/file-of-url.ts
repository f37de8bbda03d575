/** The local file of a URL, relative to the working directory and with slashes; `null` if it is none. */
export type FileOfUrl = (url: string) => string | null;

/** Without local files. */
export const noFile: FileOfUrl = () => null;
