import fastify, { type FastifyInstance } from 'fastify'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { answerBrokenRequest } from './answer-error.ts'
import { cutOffSlowBodies } from './slow-bodies.ts'

const withinMs = 300
let app: FastifyInstance
const sockets: Socket[] = []
beforeEach(async () => {
  app = fastify({ clientErrorHandler: answerBrokenRequest, requestTimeout: 600_000 })
  cutOffSlowBodies(app, withinMs)
  app.addContentTypeParser('application/x-file', async (_: unknown, body: AsyncIterable<Buffer>) => {
    let bytes = 0
    for await (const chunk of body) bytes += chunk.length
    return bytes
  })
  app.post('/json/', async ({ body }) => body)
  app.post('/upload/', { config: { upload: { maxBytes: 1000 } } }, async ({ body }) => ({ bytes: body }))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await app.close()
})

/** A connection that never closes its own side, with all received text and whether the server destroyed it. */
function open(text: string, { server } = app) {
  const socket = connect({ port: (server.address() as AddressInfo).port, allowHalfOpen: true })
  sockets.push(socket)
  const got = { text: '', closed: false }
  socket.on('data', (chunk: Buffer) => void (got.text += chunk.toString()))
  socket.on('error', () => {})
  socket.write(text)
  return { socket, got }
}
const connections = () => new Promise<number>((done) => app.server.getConnections((_, count) => done(count)))
const head = (path: string, type: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`

test('an unfinished body gets 408 and the connection is closed', async () => {
  const { got } = open(`${head('/json/', 'application/json', 100)}{"a":`)
  await expect.poll(() => got.text).toContain('HTTP/1.1 408')
  await expect.poll(connections).toBe(0)
})

test('a body that trickles in is cut off, an upload that makes progress is not', async () => {
  const drip = open(head('/json/', 'application/json', 100))
  const upload = open(head('/upload/', 'application/x-file', 20))
  const sending = setInterval(() => {
    if (!drip.socket.destroyed) drip.socket.write(' ')
    upload.socket.write('x')
  }, 50)
  await expect.poll(() => upload.got.text).toContain('{"bytes":20}')
  clearInterval(sending)
  expect(drip.got.text).toContain('HTTP/1.1 408')
  await expect.poll(connections).toBe(1)
})

test('a stalled upload is cut off', async () => {
  open(`${head('/upload/', 'application/x-file', 20)}xx`)
  await expect.poll(connections).toBe(0)
})

test('the product’s own server allows exactly one minute for a body', async () => {
  const own = await testApp()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { got } = open(`${head('/api/v4/users/password-reset/', 'application/json', 100)}{"a":`, own.app)
    // `expect.poll` would advance the clock.
    // oxlint-disable-next-line no-await-in-loop -- until the head has arrived
    while (vi.getTimerCount() === 0) await sleep(5)
    vi.advanceTimersByTime(59_999)
    // An answer would have come before that of a later call.
    expect(
      (await fetch(`http://127.0.0.1:${(own.app.server.address() as AddressInfo).port}/healthz`)).status,
    ).toBe(200)
    expect(got.text).toBe('')
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await expect.poll(() => got.text).toContain('HTTP/1.1 408')
  } finally {
    vi.useRealTimers()
    for (const socket of sockets) socket.destroy()
    await own.close()
  }
})

test.each([
  ['no HTTP', 'GARBAGE\r\n\r\n', '400'],
  ['headers without end', `GET / HTTP/1.1\r\n${`x: ${'y'.repeat(1000)}\r\n`.repeat(40)}`, '431'],
])('%s is answered, and the connection ends though the client keeps it open', async (_, text, status) => {
  const { got } = open(text)
  await expect.poll(() => got.text).toContain(`HTTP/1.1 ${status}`)
  await expect.poll(connections).toBe(0)
})

test('a call from within the process survives the time limit', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  try {
    const answer = await app.inject({ method: 'POST', url: '/json/', payload: { here: true } })
    expect(answer.json()).toEqual({ here: true })
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
