import { beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type Client, useApp } from '#test/app.ts'
import { createGift, createOrganization, createProject } from '#test/factories.ts'
import { databaseChecksums } from '#test/table-checksums.ts'
import { payAll, settleAll } from '#test/money.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

/** An ended project no longer collects money. */
const ended = { ends_on: '2026-11-01' }
const archive = (...slugs: string[]) => staff.post('/api/v4/projects/archive/', { project_slugs: slugs })
const refused = async (call: () => Promise<Answer>) => {
  const before = await databaseChecksums(app.db)
  const { status, body } = await call()
  expect(await databaseChecksums(app.db)).toEqual(before)
  return [status, body.code, body.blocking]
}
const because = (project: { slug: string; title: string }, code: string, more = {}) => ({
  slug: project.slug,
  title: project.title,
  code,
  ...more,
})

describe('a project with money in progress cannot be archived', () => {
  test('it can be archived once everything received is settled and paid', async () => {
    const project = await createProject(app.db, ended)
    await createGift(app.db, project, 5_000)
    const status = () =>
      staff.patch(`/api/v4/project/${project.slug}/`, { status: 3, version: project.version })
    for (const call of [() => archive(project.slug), status])
      expect(await refused(call)).toEqual([409, 'unsettled_funds', [because(project, 'unsettled_funds')]])
    await settleAll(app.db, app.clock.now)
    for (const call of [() => archive(project.slug), status])
      expect(await refused(call)).toEqual([409, 'open_payouts', [because(project, 'open_payouts')]])
    await payAll(app.db, app.clock.now)
    expect((await archive(project.slug)).body.archived).toEqual([project.slug])
  })

  test('an exported payout counts as open', async () => {
    const project = await createProject(app.db, ended)
    await createGift(app.db, project, 5_000)
    await settleAll(app.db, app.clock.now)
    await app.db.updateTable('payouts').set({ state: 'exported' }).execute()
    expect((await refused(() => archive(project.slug)))[1]).toBe('open_payouts')
  })

  test('with several projects, each blocked one is named with its reason, and none is archived', async () => {
    const collecting = await createProject(app.db)
    const unsettled = await createProject(app.db, ended)
    const fine = await createProject(app.db, ended)
    await createGift(app.db, unsettled, 5_000)
    expect(await refused(() => archive(collecting.slug, unsettled.slug, fine.slug))).toEqual([
      409,
      'still_in_financing',
      [because(collecting, 'still_in_financing'), because(unsettled, 'unsettled_funds')],
    ])
  })

  test('its organization cannot be archived either', async () => {
    const organization = await createOrganization(app.db)
    const project = await createProject(app.db, { ...ended, organization_id: organization.id })
    await createGift(app.db, project, 5_000)
    const of = { slug: organization.slug, title: organization.title }
    const together = () =>
      staff.post('/api/v4/organizations/archive/', { organization_slugs: [organization.slug] })
    const alone = () =>
      staff.patch(`/api/v4/organization/${organization.slug}/`, {
        status: 3,
        version: organization.version,
      })
    for (const call of [together, alone])
      expect(await refused(call)).toEqual([
        409,
        'unsettled_funds',
        [because(project, 'unsettled_funds', { of })],
      ])
    await settleAll(app.db, app.clock.now)
    expect((await refused(together))[1]).toBe('open_payouts')
    await payAll(app.db, app.clock.now)
    expect((await together()).status).toBe(200)
  })
})

test('a project whose funding type is switched off cannot be copied', async () => {
  const off = await createProject(app.db, { funding_type: 3 })
  const on = await createProject(app.db, { funding_type: 1 })
  await app.db.updateTable('platform_features').set({ enableFoundation: false }).execute()
  const copy = (...slugs: string[]) => staff.post('/api/v4/projects/duplicate/', { project_slugs: slugs })
  expect(await refused(() => copy(on.slug, off.slug))).toEqual([
    409,
    'funding_type_switched_off',
    [because(off, 'funding_type_switched_off')],
  ])
  expect((await copy(on.slug)).status).toBe(201)
})
