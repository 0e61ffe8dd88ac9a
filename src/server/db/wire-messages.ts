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
