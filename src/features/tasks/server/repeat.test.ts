import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { mails, payload, tasksPath as path } from '#test/tasks.ts'

const app = useApp()
let staff: Client
beforeEach(async () => void (staff = await app.as('superuser')))

test('completing an occurrence plans the next one without a creation mail; reopening removes it', async () => {
  const body = await payload(app.db, { scheduled_for: '2027-01-31', repeat: 'monthly' })
  const { slug } = (await staff.post(path, body)).body
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  const next = (await staff.get(`${path}?status=open`)).body.results
  expect(next).toMatchObject([
    {
      title: body.title,
      scheduled_for: '2027-02-28',
      repeat: 'monthly',
      users: [{ id: body.users[0] }],
      version: 1,
    },
  ])
  expect((await mails(app.db)).filter(([template]) => template === 'task_created')).toHaveLength(1)
  await staff.post(`${path}resolve/${slug}/`, { resolve: false })
  expect((await staff.get(path)).body.results).toMatchObject([{ slug, status: 1 }])
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  const [again] = (await staff.get(`${path}?status=open`)).body.results
  await staff.post(`${path}resolve/${again.slug}/`, { resolve: true })
  expect((await staff.get(`${path}?status=open`)).body.results).toMatchObject([
    { scheduled_for: '2027-03-31' },
  ])
})

test('reopening keeps a changed next occurrence, and completing again plans no second one', async () => {
  const { slug } = (await staff.post(path, await payload(app.db, { repeat: 'weekly' }))).body
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  const [next] = (await staff.get(`${path}?status=open`)).body.results
  await staff.patch(`${path}${next.slug}/`, { title: 'Changed' })
  await staff.post(`${path}resolve/${slug}/`, { resolve: false })
  expect((await staff.get(path)).body.count).toBe(2)
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  expect((await staff.get(path)).body.count).toBe(2)
})

test('moving a repeating task to another day restarts its series from that day', async () => {
  const { slug } = (
    await staff.post(path, await payload(app.db, { scheduled_for: '2026-11-30', repeat: 'monthly' }))
  ).body
  await staff.patch(`${path}${slug}/`, { scheduled_for: '2026-12-15' })
  await staff.post(`${path}resolve/${slug}/`, { resolve: true })
  expect((await staff.get(`${path}?status=open`)).body.results).toMatchObject([
    { scheduled_for: '2027-01-15' },
  ])
})
