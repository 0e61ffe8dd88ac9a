import { expect, test } from 'vitest'
import { auditContext } from '#test/audit-chain.ts'
import { useApp } from '#test/app.ts'
import { type AuditEvent, audit } from '../audit/audit.ts'
import { sealEvents } from '../audit/seals.ts'
import { saveVerification, verifyAudit } from '../audit/verify.ts'

const app = useApp({ resets: false })

async function figures(): Promise<Record<string, number>> {
  const text = await (await fetch(`${app.base}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('audit_'))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0]!, Number(line.split(' ')[1])]))
}

test('the metrics count waiting, sealed and broken events', async () => {
  const event: AuditEvent = { action: 'change', object_type: 'project', object_id: 1 }
  for (let n = 0; n < 3; n++)
    await app.db.transaction().execute((tx) => audit(tx, auditContext(app.clock.now), event))
  expect(await figures()).toEqual({
    audit_unsealed_events: 3,
    audit_sealed_events: 0,
    audit_broken_events: 0,
  })
  await sealEvents(app.db)
  expect(await figures()).toMatchObject({ audit_unsealed_events: 0, audit_sealed_events: 3 })
  await saveVerification(app.db, { ...(await verifyAudit(app.db)), broken: 2 }, app.clock.now)
  expect(await figures()).toMatchObject({ audit_broken_events: 2 })
})
