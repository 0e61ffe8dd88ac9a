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
 * Cuts off who does not get to the end of a body within `withinMs`: an upload may take longer while something arrives and
 * nobody has answered it yet. Otherwise a few thousand connections that drip bytes would be all the server has.
 */
export function cutOffSlowBodies(app: FastifyInstance, withinMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw, headers } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return done()
    const { socket } = raw
    // A call from within this process has no connection, and all of its body.
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
