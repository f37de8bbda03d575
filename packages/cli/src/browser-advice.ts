/** What a renderer says that has no browser, with the options of this command in place of those of its package. */
export function browserAdvice(message: string): string {
  return message
    .replaceAll('pass sandbox: false', 'use --no-browser-sandbox')
    .replaceAll('pass its path as executablePath', 'name its path with --browser-file');
}
