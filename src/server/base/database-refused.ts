/** The database cannot be used and waiting does not help; `line` tells the operator why and what to do. */
export class DatabaseRefused extends Error {
  readonly line: string

  constructor(line: string, options?: ErrorOptions) {
    super(line, options)
    this.name = 'DatabaseRefused'
    this.line = line
  }
}
