import type { TestApp } from './app.ts'
import { createProject } from './factories.ts'
import { makeCompany, payAll, settleAll } from './money.ts'

type ClaimInput = { amount_cents?: number; title: string; organization_id?: number }

/** A claim on an organization for money it was paid and must return; returns its slug. */
export async function createClaim(app: TestApp, wanted: ClaimInput): Promise<string> {
  const { amount_cents = 30_000, title, organization_id } = wanted
  const clerk = await app.as(['fund_projects', 'defund_projects', 'view_payouts'])
  const known = await app.db
    .selectFrom('companies')
    .select('slug')
    .where('slug', '=', 'claimant')
    .executeTakeFirst()
  if (!known) await makeCompany(app.db, { slug: 'claimant', title: 'Claimant', granted_cents: 10_000_000 })
  const project = await createProject(app.db, {
    needs: [1_000_000],
    title,
    ...(organization_id !== undefined && { organization_id }),
  })
  const base = '/api/v4/projects/'
  await clerk.post(`${base}fund-internally/`, {
    project_slug: project.slug,
    company_slug: 'claimant',
    amount_cents,
  })
  await settleAll(app.db, app.clock.now)
  await payAll(app.db, app.clock.now)
  const { status } = await clerk.post(`${base}defund-internally/`, {
    project_slug: project.slug,
    confirm_title: project.title,
    reason: 'Irrtum',
    acknowledge_marked_payments: true,
  })
  if (status !== 200) throw new Error(`defunding answered ${status}`)
  const { slug } = await app.db
    .selectFrom('recovery_claims')
    .select('slug')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  return slug
}
