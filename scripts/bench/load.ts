import { connect, type Socket } from 'node:net'

/** Milliseconds of each call; their number, and per second, over all connections. */
export type Load = { p50: number; p95: number; p99: number; calls: number; perSecond: number }

/**
 * Calls addresses in turn on kept-alive connections until the time is up; each connection begins at another one and waits
 * for its answer before the next call. Uses bare sockets: client and servers share the same cores, and a full HTTP client would cost as much as
 * the floor itself. Any answer but 200 is an error.
 */
export async function load(
  port: number,
  paths: readonly string[],
  cookie: string,
  connections: number,
  seconds: number,
): Promise<Load> {
  const requests = paths.map((path) =>
    Buffer.from(
      `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\ncookie: ${cookie}\r\naccept-language: en_US\r\n\r\n`,
    ),
  )
  const times: number[] = []
  const start = performance.now()
  const until = start + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, (_, first) => callUntil(port, { requests, first }, until, times)),
  )
  const took = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const calls = times.length
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    calls,
    perSecond: calls / took,
  }
}

export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

async function callUntil(
  port: number,
  { requests, first }: { requests: readonly Buffer[]; first: number },
  until: number,
  times: number[],
): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  try {
    for (let next = first; next === first || performance.now() < until; next++) {
      const asked = performance.now()
      await call(socket, requests[next % requests.length]!)
      times.push(performance.now() - asked)
    }
  } finally {
    socket.destroy()
  }
}

function call(socket: Socket, request: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let missing: number | undefined
    let head = ''
    const onData = (chunk: Buffer) => {
      if (missing === undefined) {
        head += chunk.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        if (!head.startsWith('HTTP/1.1 200') || length === undefined)
          return done(new Error(`unexpected answer: ${head.slice(0, 500)}`))
        missing = Number(length) - (head.length - end - 4)
      } else missing -= chunk.length
      if (missing === 0) done()
    }
    const onEnd = () => done(new Error('the server closed the connection'))
    const done = (error?: Error) => {
      socket.off('data', onData).off('error', done).off('end', onEnd)
      if (error) reject(error)
      else resolve()
    }
    socket.on('data', onData).on('error', done).on('end', onEnd)
    socket.write(request)
  })
}
