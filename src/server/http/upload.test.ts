import multipart from '@fastify/multipart'
import fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { headOfFile, streamUpload } from '#test/stream-upload.ts'
import { HttpError } from '../base/errors.ts'
import { discardRest, readUpload } from './upload.ts'

const megabyte = 1024 * 1024
const app = useApp({ resets: false })
let staff: Client
beforeAll(async () => void (staff = await app.as('superuser')))

test('a streamed upload is refused as soon as it exceeds the limit', async () => {
  const server = fastify()
  let kept = 0
  await server.register(multipart)
  server.post('/', async (request, reply) => {
    try {
      const { stream } = await readUpload(request, { maxBytes: megabyte })
      for await (const chunk of stream as AsyncIterable<Buffer>) kept += chunk.length
      return { kept }
    } catch (error) {
      discardRest(request)
      return reply.code((error as HttpError).status).send('')
    }
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { port } = server.server.address() as AddressInfo
    const { status, sent } = await streamUpload(staff, `http://127.0.0.1:${port}/`, {
      first: headOfFile(),
      piece: Buffer.alloc(256 * 1024, 0x41),
      most: 400 * megabyte,
    })
    expect(status).toBe(413)
    // Besides the accepted part, some data lies in the buffers of both sockets.
    expect(sent).toBeLessThan(40 * megabyte)
    expect(kept).toBeLessThanOrEqual(megabyte)
  } finally {
    await server.close()
  }
})

test.each(['/api/v4/imports/', '/api/v4/bank-statements/'])(
  '%s: a call that declares too large a size is refused before its file arrives',
  async (path) => {
    const { status } = await streamUpload(staff, `${app.base}${path}`, {
      first: headOfFile('a.csv'),
      piece: Buffer.alloc(1024, 0x41),
      most: 0,
      length: 500 * megabyte,
    })
    expect(status).toBe(413)
  },
)
