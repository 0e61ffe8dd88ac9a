/** How long a line may wait for company, and how many characters are written at the latest. */
const waitMs = 100
const atMost = 16_384

/** Error and worse, as the logger numbers its levels. */
const urgent = 50

/**
 * Where log lines go: out together, every 100 ms, since a write for each costs more than the line. Errors take all that
 * waits along at once, and the end of the process leaves nothing behind (but a kill does).
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
    // The logger then tells the level of each line before it writes it.
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
