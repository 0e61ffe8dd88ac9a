import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { pendingMigrations } from '#server/db/migrate.ts'
import { metricsText, registry } from '#server/metrics.ts'
import { sameSecret } from '#server/secrets.ts'
import type { Services } from '#server/services.ts'

/** `/healthz` (process), `/readyz` (database reachable, migrations done), `/metrics` (loopback, or with its token). */
export function registerHealth(app: FastifyInstance, services: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(services.database.db)
      const pending = await pendingMigrations(services.database.db)
      if (pending.length === 0) return { status: 'ready' }
      return reply.status(503).send({ status: 'migrations pending' })
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, 'not ready')
      return reply.status(503).send({ status: 'database away' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(services.config.metricsToken, request.ip, request.headers.authorization))
      return reply.status(404).send()
    return reply.type(registry.contentType).send(await metricsText(services.database.db))
  })
}

function mayReadMetrics(token: string | undefined, ip: string, authorization: string | undefined): boolean {
  if (token) return sameSecret(`Bearer ${token}`, authorization ?? '')
  return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1'
}
