import { prepareValue } from 'pg/lib/utils.js'
import { typeParsers } from './parsers.ts'

type Connection = {
  stream: { cork: () => void; uncork: () => void }
  parsedStatements: Record<string, string>
  parse: (statement: { name: string; text: string }) => void
  bind: (bound: { statement: string; values: unknown[] }) => void
  describe: (what: { type: 'P'; name: string }) => void
  execute: (portal: { portal: string }) => void
  sync: () => void
}

type Answer = { command: string; rowCount: number | null; rows: Record<string, unknown>[] }

/** The columns of a statement: names, parsers, and an empty row. */
type Shape = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Record<string, unknown> }

const shapes = new WeakMap<Connection, Map<string, Shape>>()

/**
 * One run of a named prepared statement. `pg` asks the server for the columns of such a statement on every run and
 * rebuilds its parsers; here each connection asks once, because columns cannot change while it keeps the statement (the
 * server refuses then). Rows equal those of `pg`.
 */
export class PreparedQuery {
  readonly answer: Promise<Answer>
  /** Read by `pg`: milliseconds until the connection counts as lost. */
  query_timeout: number | undefined
  /** Called by `pg` as well, which puts its time limit around it. */
  callback: (error: Error | null, answer?: Answer) => void = () => {}
  readonly #rows: Record<string, unknown>[] = []
  #command = ''
  #rowCount: number | null = null
  #shape: Shape | undefined
  #broken: Error | undefined

  readonly name: string
  readonly text: string
  readonly #values: unknown[]

  constructor(name: string, text: string, values: unknown[]) {
    this.name = name
    this.text = text
    // Values that cannot be serialized are refused here, before anything is sent.
    this.#values = values.map((value) => prepareValue(value))
    this.answer = new Promise((resolve, reject) => {
      this.callback = (error, answer) => (error ? reject(error) : resolve(answer!))
    })
  }

  submit(connection: Connection): void {
    this.#shape = shapesOf(connection).get(this.name)
    // Sends both in one packet.
    connection.stream.cork()
    if (connection.parsedStatements[this.name] === undefined)
      connection.parse({ name: this.name, text: this.text })
    connection.bind({ statement: this.name, values: this.#values })
    if (!this.#shape) connection.describe({ type: 'P', name: '' })
    connection.execute({ portal: '' })
    connection.sync()
    connection.stream.uncork()
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    const names = fields.map(({ name }) => name)
    this.#shape = {
      names,
      parsers: fields.map(({ dataTypeID }) => typeParsers.getTypeParser(dataTypeID, 'text')),
      empty: Object.fromEntries(names.map((name) => [name, null])),
    }
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#broken) return
    const { names, parsers, empty } = this.#shape!
    // Copying a complete row keeps one hidden class, which is cheap to create and to read.
    const row = { ...empty }
    try {
      for (let column = 0; column < fields.length; column++) {
        const text = fields[column]!
        if (text !== null) row[names[column]!] = parsers[column]!(text)
      }
    } catch (error) {
      this.#broken = error as Error
      return
    }
    this.#rows.push(row)
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [command, ...counts] = text.split(' ')
    this.#command = command!
    this.#rowCount = counts.length > 0 ? Number(counts.at(-1)) : null
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#broken) return this.callback(this.#broken)
    if (this.#shape) shapesOf(connection).set(this.name, this.#shape)
    this.callback(null, { command: this.#command, rowCount: this.#rowCount, rows: this.#rows })
  }

  handleError(error: Error): void {
    this.callback(this.#broken ?? error)
  }

  /** An empty statement, portals and COPY: no prepared statement uses them. */
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}
  handleCopyInResponse(): void {}
  handleCopyData(): void {}
}

function shapesOf(connection: Connection): Map<string, Shape> {
  const known = shapes.get(connection)
  if (known) return known
  const none = new Map<string, Shape>()
  shapes.set(connection, none)
  return none
}
