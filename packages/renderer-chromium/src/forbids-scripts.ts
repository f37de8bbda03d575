/** Whether a content security policy in the headers of a document sandboxes it without scripts. */
export function forbidsScripts(headers: Readonly<Record<string, string>>): boolean {
  return Object.entries(headers)
    .filter(([name]) => name.toLowerCase() === 'content-security-policy')
    .flatMap(([, value]) => value.split(/[,\n]/))
    .flatMap((policy) => policy.split(';'))
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .some(([name, ...flags]) => name === 'sandbox' && !flags.includes('allow-scripts'));
}
