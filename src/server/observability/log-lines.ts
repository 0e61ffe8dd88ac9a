/** How long a line may be buffered, and how many characters trigger an earlier write. */
const waitMs = 100
const atMost = 16_384

/** Error and worse, as the logger numbers its levels. */
const urgent = 50

/**
 * The log's output, flushed every 100 ms, since a write per line costs more than the line. Errors flush the buffer at
 * once, and so does the end of the process (but a kill loses it).
 */
export function logLines(out: { write: (text: string) => unknown } = process.stdout) {
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const text = waiting
    waiting = ''
    if (text) out.write(text)
  }
  const stream = {
    // Makes the logger pass each line's level before writing.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      waiting += line
      if (stream.lastLevel >= urgent || waiting.length > atMost) flush()
      else timer ??= setTimeout(flush, waitMs).unref()
    },
    flush,
  }
  return stream
}
