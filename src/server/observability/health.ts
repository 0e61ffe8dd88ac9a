import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Config, isLoopback } from '../base/config.ts'
import { withinLimit } from '../db/limits.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { metricsText, registry } from './metrics.ts'
import { sameSecret } from '../base/tokens.ts'
import type { Services } from '../services.ts'

const probeLimit = { all: 3000, statement: 3000 }

/** `/healthz` (process), `/readyz` (database reachable, migrations done), `/metrics` (loopback, or with its token). */
export function registerHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    try {
      const pending = await withinLimit(probeLimit, () => pendingMigrations(services.database.db))
      if (pending.length === 0) return { status: 'ready' }
      return reply.status(503).send({ status: 'migrations pending' })
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'not ready')
      return reply.status(503).send({ status: 'database away' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(services.config, request)) return reply.status(404).send()
    return reply
      .type(registry.contentType)
      .send(await withinLimit(probeLimit, () => metricsText(services.database.db)))
  })
}

/** Headers that a proxy adds to a forwarded call. */
const passedOn = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * With METRICS_TOKEN set, holders of the token; else callers on this machine. Behind a local proxy every call seems
 * local, so forwarded calls are refused; without a token, a published installation refuses all.
 */
function mayReadMetrics({ metricsToken, baseUrl }: Config, { headers, socket }: FastifyRequest): boolean {
  if (metricsToken) return sameSecret(`Bearer ${metricsToken}`, headers.authorization ?? '')
  if (!isLoopback(new URL(baseUrl).hostname) || passedOn.some((name) => name in headers)) return false
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '')
}
