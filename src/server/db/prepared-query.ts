import { prepareValue } from 'pg/lib/utils.js'
import { typeParsers } from './parsers.ts'

/** What `pg` hands to a query that it is given as an object, as far as it is used here. */
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

/** The columns of a statement: their names, how each is read, and a row in which all of them are empty. */
type Shape = { names: string[]; parsers: ((text: string) => unknown)[]; empty: Record<string, unknown> }

const shapes = new WeakMap<Connection, Map<string, Shape>>()

/**
 * One run of a statement that its connection keeps under a name. `pg` asks the server for the columns of such a statement each
 * time, as many as they are, and makes its readers anew; here a connection asks once, for as long as it keeps the statement its
 * columns cannot change (the server refuses it then). Rows are as `pg` has them.
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
    // What cannot be written is refused here, before anything is on its way.
    this.#values = values.map((value) => prepareValue(value))
    this.answer = new Promise((resolve, reject) => {
      this.callback = (error, answer) => (error ? reject(error) : resolve(answer!))
    })
  }

  submit(connection: Connection): void {
    this.#shape = shapesOf(connection).get(this.name)
    // Out together.
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
    // A copy of a row that has all its columns keeps one shape, which makes it cheap to make and to read.
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

  /** An empty statement, and what asks for rows in portions or for a file: no prepared statement does. */
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
