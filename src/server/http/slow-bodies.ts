import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Route } from '#shared/route.ts'
import { answerBrokenRequest } from './answer-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    upload?: Route['upload']
  }
}

/**
 * Cuts off clients that do not finish a body within `withinMs`; an upload may take longer while data keeps arriving and
 * no answer was sent. Otherwise a few thousand slow connections would exhaust the server.
 */
export function cutOffSlowBodies(app: FastifyInstance, withinMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, headers } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done()
    const { socket } = raw
    // A call from within this process has no socket and a complete body.
    if (!(socket instanceof Socket)) return done()
    let arrived = socket.bytesRead
    const timer = setInterval(() => {
      if (raw.complete || socket.destroyed) {
        clearInterval(timer)
        return
      }
      const goesOn = isUpload(request) && !reply.raw.writableEnded && socket.bytesRead > arrived
      arrived = socket.bytesRead
      if (goesOn) return
      clearInterval(timer)
      if (reply.raw.headersSent) socket.destroy()
      else
        answerBrokenRequest(
          Object.assign(new Error('slow body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
          socket,
        )
    }, withinMs).unref()
    raw.once('close', () => clearInterval(timer))
    done()
  })
}

function isUpload({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.upload !== undefined
}
