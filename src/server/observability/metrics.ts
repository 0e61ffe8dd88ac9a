import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { sealsOf } from '../audit/seals.ts'
import { lastVerification } from '../audit/verify.ts'
import { isDatabaseAway, isDatabaseBusy } from '../db/connection-errors.ts'
import type { Db } from '../db/db.ts'

/** Metrics of this process (Prometheus). */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer, by route pattern',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers: [registry],
})

const unsealed = new Gauge({
  name: 'audit_unsealed_events',
  help: 'Audit events that are not chained yet; normally those of the last second or two',
  registers: [registry],
})
const sealed = new Gauge({
  name: 'audit_sealed_events',
  help: 'Audit events that are chained',
  registers: [registry],
})
const broken = new Gauge({
  name: 'audit_broken_events',
  help: 'Audit events or seals that were not as they were written when they were last verified',
  registers: [registry],
})

/** All metrics as text. Values from the database are omitted while it is away. */
export async function metricsText(db: Db): Promise<string> {
  try {
    const seals = await sealsOf(db)
    unsealed.set(seals.unsealed)
    sealed.set(seals.sealed)
    broken.set((await lastVerification(db))?.broken ?? 0)
  } catch (error) {
    if (!isDatabaseAway(error) && !isDatabaseBusy(error)) throw error
    for (const gauge of [unsealed, sealed, broken]) gauge.remove()
  }
  return registry.metrics()
}

/** Observes the duration of every request under its route pattern, never its address. */
export function observeRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: String(reply.statusCode),
    }
    durations.observe(labels, reply.elapsedTime / 1000)
    done()
  })
}
