/** The part of whatwg-mimetype in use: the package brings no types. */
declare module 'whatwg-mimetype' {
  export class MIMEType {
    static parse(value: string): MIMEType | null;
    readonly essence: string;
    readonly parameters: ReadonlyMap<string, string>;
  }
}
