/** Bytes to execute in one go; `ends` is false after a Flush, when the client still owes the Sync. */
export type Cycle = { bytes: Buffer; ends: boolean }

type Handlers = {
  startup: () => void
  refuseEncryption: () => void
  cycle: (cycle: Cycle) => void
  end: () => void
}

const SSL_REQUEST = 80877103
const GSS_REQUEST = 80877104
const CANCEL_REQUEST = 80877102
/** PostgreSQL's own limit for one message, 1 GB less one byte. */
const LONGEST = 0x3fffffff

/** Cuts what a PostgreSQL client sends into cycles; throws when it is not the protocol (version 3). */
export function frontEndReader(handle: Handlers): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let size = 0
  let started = false
  let cycle: Buffer[] = []

  /** The first `length` bytes without taking them; joined only when they are all there. */
  function peek(length: number): Buffer | undefined {
    if (size < length) return undefined
    if (chunks[0]!.length < length) chunks = [Buffer.concat(chunks)]
    return chunks[0]!.subarray(0, length)
  }

  function take(length: number): Buffer | undefined {
    const bytes = peek(length)
    if (bytes === undefined) return undefined
    const rest = chunks[0]!.subarray(length)
    if (rest.length > 0) chunks[0] = rest
    else chunks.shift()
    size -= length
    return bytes
  }

  /** True when there was a whole message to handle. */
  function readStartup(): boolean {
    const head = peek(8)
    const message = head && take(lengthIn(head, 0, 8))
    if (!message) return false
    const code = message.readInt32BE(4)
    if (code === SSL_REQUEST || code === GSS_REQUEST) handle.refuseEncryption()
    else if (code === CANCEL_REQUEST) handle.end() // there is no second process that could be told
    else {
      started = true
      handle.startup()
    }
    return true
  }

  function readMessage(): boolean {
    const head = peek(5)
    const message = head && take(1 + lengthIn(head, 1, 4))
    if (!message) return false
    const type = String.fromCharCode(message[0]!)
    if (type === 'X') {
      handle.end()
      return true
    }
    cycle.push(message)
    if (type === 'S' || type === 'Q' || type === 'F' || type === 'H') {
      handle.cycle({ bytes: Buffer.concat(cycle), ends: type !== 'H' })
      cycle = []
    }
    return true
  }

  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    while (started ? readMessage() : readStartup());
  }
}

function lengthIn(head: Buffer, offset: number, least: number): number {
  const length = head.readInt32BE(offset)
  if (length < least || length > LONGEST) throw new Error(`impossible message length ${length}`)
  return length
}

/**
 * True for a whole cycle with one statement that asks for rows, which the database still has to find to change nothing. Of the
 * extended protocol only statements without a name: those are all that clients of one session may use.
 */
export function isQuestion({ bytes, ends }: Cycle): boolean {
  if (!ends || bytes.length < 7) return false
  const type = String.fromCharCode(bytes[0]!)
  if (type !== 'Q' && !(type === 'P' && bytes[5] === 0)) return false
  const from = type === 'Q' ? 5 : 6
  const words = bytes.toString('latin1', from, Math.min(bytes.length, from + 200))
  if (!/^\s*(\/\*[^*]*\*\/\s*)?(select|with)\b/i.test(words)) return false
  return type === 'P' || !bytes.includes(';')
}

/** The code of the error that an answer tells, if it tells one. */
export function errorIn(answer: Buffer): string | undefined {
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] !== 0x45) continue // 'E'
    const fields = answer.toString('utf8', at + 5, at + 1 + answer.readInt32BE(at + 1)).split('\0')
    return fields.find((field) => field.startsWith('C'))?.slice(1)
  }
  return undefined
}
