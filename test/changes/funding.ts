import { expect } from 'vitest'
import { createProject } from '../factories.ts'
import { makeCompany, payAll, settleAll } from '../money.ts'
import { app, body, type Changes, fresh, staff } from './world.ts'

async function funded() {
  const project = await createProject(app.db, { needs: [200_000] })
  const title = fresh('Giver')
  const company = await makeCompany(app.db, {
    slug: title.replace(' ', '-').toLowerCase(),
    title,
    granted_cents: 500_000,
  })
  const sent = { project_slug: project.slug, company_slug: company.slug, amount_cents: 30_000 }
  return { project, sent }
}

async function claimed() {
  const { project, sent } = await funded()
  await staff.post('/api/v4/projects/fund-internally/', sent)
  await settleAll(app.db, app.clock.now)
  await payAll(app.db, app.clock.now)
  await staff.post('/api/v4/projects/defund-internally/', {
    project_slug: project.slug,
    confirm_title: project.title,
    reason: 'Irrtum',
    acknowledge_marked_payments: true,
  })
  const { slug } = await app.db
    .selectFrom('recovery_claims')
    .select('slug')
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow()
  return { project, slug }
}

/** Changes of company funding for projects. */
export const fundingChanges: Changes = {
  'POST /api/v4/projects/fund-internally/': async () => {
    const { project, sent } = await funded()
    return {
      options: body(sent),
      event: {
        action: 'fund',
        object_type: 'project',
        object_id: project.id,
        after: expect.objectContaining({ amount_cents: 30_000 }),
      },
    }
  },
  'POST /api/v4/projects/defund-internally/': async () => {
    const { project, sent } = await funded()
    await staff.post('/api/v4/projects/fund-internally/', sent)
    return {
      options: body({ project_slug: project.slug, confirm_title: project.title, reason: 'Irrtum' }),
      event: {
        action: 'defund',
        object_type: 'project',
        object_id: project.id,
        after: expect.objectContaining({ reason: 'Irrtum', state: 'reversed' }),
      },
    }
  },
  'POST /api/v4/recovery-claims/:slug/return/': async () => {
    const { project, slug } = await claimed()
    return {
      path: { slug },
      options: body({ amount_cents: 10_000, received_on: '2026-11-21' }),
      event: {
        action: 'claim_returned',
        object_type: 'project',
        object_id: project.id,
        after: expect.objectContaining({ amount_cents: 10_000, open_cents: 20_000 }),
      },
    }
  },
  'POST /api/v4/recovery-claims/:slug/write-off/': async () => {
    const { project, slug } = await claimed()
    return {
      path: { slug },
      options: body({ reason: 'Insolvenz' }),
      event: {
        action: 'claim_written_off',
        object_type: 'project',
        object_id: project.id,
        after: expect.objectContaining({ amount_cents: 30_000, open_cents: 0 }),
      },
    }
  },
}
