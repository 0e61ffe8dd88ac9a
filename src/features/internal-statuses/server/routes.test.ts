import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganization, createProject } from '#test/factories.ts'
import { type Client, useApp } from '#test/app.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

describe.each([
  ['projects', 'project'],
  ['organizations', 'organization'],
])('internal statuses of %s', (plural, singular) => {
  const path = `/api/v4/${plural}/internal-status/`

  test('are created, listed by title, renamed under the same slug, and recorded', async () => {
    const made = await staff.post(path, { title: ' Rückruf ' })
    expect([made.status, made.body]).toEqual([201, { slug: 'rueckruf', title: 'Rückruf', version: 1 }])
    await staff.post(path, { title: 'Ablage' })
    const renamed = await staff.patch(`${path}rueckruf/`, { title: 'Äußerst wichtig', version: 1 })
    expect(renamed.body).toEqual({ slug: 'rueckruf', title: 'Äußerst wichtig', version: 2 })
    const list = await staff.get(`${path}?page_size=100`)
    expect(list.body).toEqual({
      count: 2,
      total_pages: 1,
      current_page: 1,
      results: [
        { slug: 'ablage', title: 'Ablage', version: 1 },
        { slug: 'rueckruf', title: 'Äußerst wichtig', version: 2 },
      ],
    })
    const events = await app.db
      .selectFrom('audit_events')
      .select(['action', 'object_type'])
      .orderBy('id')
      .execute()
    expect(events.map((event) => event.action)).toEqual(['create', 'create', 'change'])
    expect(events[0]!.object_type).toBe(`${singular}_internal_status`)
  })

  test('a title that differs only in case or accents is refused', async () => {
    await staff.post(path, { title: 'Prüfen' })
    const taken = await staff.post(path, { title: 'PRUFEN' })
    expect([taken.status, taken.body]).toEqual([400, { title: ['This title is taken'] }])
    await staff.post(path, { title: 'Andere' })
    expect((await staff.patch(`${path}andere/`, { title: 'prüfen', version: 1 })).status).toBe(400)
    expect((await staff.post(path, { title: ' ' })).body).toEqual({ title: ['This field is required'] })
    const stale = await staff.patch(`${path}andere/`, { title: 'X', version: 9 })
    expect([stale.status, stale.body.code]).toEqual([409, 'edit_conflict'])
  })

  test('one in use cannot be deleted and names its uses; an unused one can', async () => {
    const { id } = await app.db
      .insertInto('internal_statuses')
      .values({ subject: singular, slug: 'used', title: 'Used', created_at: app.clock.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const user =
      singular === 'project'
        ? await createProject(app.db, { internal_status_id: id })
        : await createOrganization(app.db, { internal_status_id: id })
    const refused = await staff.delete(`${path}used/`)
    expect([refused.status, refused.body.code, refused.body.blocking]).toEqual([
      409,
      'in_use',
      [{ slug: user.slug, title: user.title, code: 'in_use' }],
    ])
    await staff.post(path, { title: 'Unused' })
    expect((await staff.delete(`${path}unused/`)).status).toBe(204)
    expect((await staff.delete(`${path}unused/`)).status).toBe(404)
    const filtered = await staff.get(`/api/v4/${plural}/?internal_status=used`)
    expect(filtered.body.results.map((row: { slug: string }) => row.slug)).toEqual([user.slug])
  })

  test('are paged', async () => {
    for (const title of 'abcdefghijk') await staff.post(path, { title })
    const second = await staff.get(`${path}?page_size=10&page=2`)
    expect(second.body).toMatchObject({
      count: 11,
      total_pages: 2,
      current_page: 2,
      results: [{ slug: 'k' }],
    })
    expect((await staff.get(`${path}?search=a`)).status).toBe(400)
    expect((await staff.get(`${path}?page=3`)).status).toBe(404)
  })
})

test('internal statuses of projects and of organizations are separate', async () => {
  await staff.post('/api/v4/projects/internal-status/', { title: 'Only here' })
  expect((await staff.get('/api/v4/organizations/internal-status/')).body.count).toBe(0)
  const renamed = await staff.patch('/api/v4/organizations/internal-status/only-here/', {
    title: 'X',
    version: 1,
  })
  expect(renamed.status).toBe(404)
})
