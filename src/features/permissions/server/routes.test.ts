import { beforeEach, expect, test } from 'vitest'
import { type Client, useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { areas, singleRights } from '#shared/permissions.ts'

const app = useApp()
let admin: Client
beforeEach(async () => void (admin = await app.as('superuser')))
const path = (name: string) => `/api/v4/permissions/users/${name}/`

test('every area comes with the four types of the specification, every single right with one', async () => {
  const { body } = await admin.get('/api/v4/permissions/')
  type Entry = { name: string; permission_types: string[] }
  expect(body.map(({ name, permission_types }: Entry) => [name, permission_types.length])).toEqual([
    ...areas.map((name) => [name, 4]),
    ...singleRights.map((name) => [name, 1]),
  ])
  expect(body.find((entry: { name: string }) => entry.name === 'reminders')).toEqual({
    name: 'reminders',
    title: 'Tasks',
    kind: 'area',
    permission_types: ['create', 'view and change', 'view and delete', 'view only'],
    permissions: {
      create: 'create_reminders',
      'view and change': 'change_reminders',
      'view and delete': 'delete_reminders',
      'view only': 'view_reminders',
    },
  })
})

test('holders of an area are listed by user name with their types', async () => {
  await createUser(app.db, {
    username: 'kv',
    rights: ['create_reminders', 'change_reminders', 'view_projects'],
  })
  await createUser(app.db, { username: 'jw', rights: ['view_projects'] })
  const { body } = await admin.get(path('reminders'))
  expect(body.permission_types).toEqual(['create', 'view and change', 'view and delete', 'view only'])
  expect(body.users).toEqual({ kv: ['create', 'view and change'] })
  expect(body.people).toMatchObject([{ username: 'kv', permission_types: ['create', 'view and change'] }])
  expect(body.superusers).toHaveLength(1)
  expect((await admin.get(path('nothing'))).status).toBe(404)
  expect((await admin.get(path('constructor'))).status).toBe(404)
})

test('setting types replaces those held, for areas and single rights, and an empty list revokes all', async () => {
  const user = await createUser(app.db, { username: 'kv', rights: ['view_projects'] })
  const held = async () => (await (await app.asUser(user.id)).get('/api/v4/users/profile/')).body.permissions
  const set = (name: string, permission_types: string[]) =>
    admin.patch(path(name), { user_id: user.id, permission_types })
  expect((await set('reminders', ['view only', 'create'])).body.users).toEqual({
    kv: ['create', 'view only'],
  })
  expect(await held()).toEqual(['create_reminders', 'view_projects', 'view_reminders'])
  await set('reminders', ['view and change'])
  const { body } = await admin.get(path('fund_projects'))
  await set('fund_projects', body.permission_types)
  expect(await held()).toEqual(['change_reminders', 'fund_projects', 'view_projects'])
  expect((await set('reminders', [])).body.users).toEqual({})
  await set('fund_projects', [])
  expect(await held()).toEqual(['view_projects'])
  const events = await app.db
    .selectFrom('audit_events')
    .select(['action', 'before', 'after'])
    .orderBy('id')
    .execute()
  expect(events).toHaveLength(5)
  expect(events[1]).toEqual({
    action: 'change_permissions',
    before: { reminders: ['create_reminders', 'view_reminders'] },
    after: { reminders: ['change_reminders'] },
  })
})

test('an unknown type, person or field changes nothing', async () => {
  const refused = async (name: string, body: object) => {
    const answer = await admin.patch(path(name), body)
    return [answer.status, Object.keys(answer.body)]
  }
  const user_id = admin.userId
  expect(await refused('reminders', { user_id, permission_types: ['all'] })).toEqual([
    400,
    ['permission_types.0'],
  ])
  expect(await refused('fund_projects', { user_id, permission_types: ['create'] })).toEqual([
    400,
    ['permission_types'],
  ])
  expect(await refused('reminders', { user_id: 999, permission_types: [] })).toEqual([400, ['user_id']])
  expect(await refused('reminders', { user_id })).toEqual([400, ['permission_types']])
  expect((await admin.patch(path('nothing'), { user_id, permission_types: [] })).status).toBe(404)
})

test('a person cannot grant a right they lack, but may revoke it', async () => {
  const user = await createUser(app.db, { username: 'kv', rights: ['fund_projects'] })
  const clerk = await app.as(['change_permissions', 'change_reminders'])
  const set = (name: string, permission_types: string[]) =>
    clerk.patch(path(name), { user_id: user.id, permission_types })
  const refused = await set('reminders', ['create', 'view only'])
  expect([refused.status, refused.body.permission]).toEqual([403, 'create_reminders'])
  expect((await set('reminders', ['view only', 'view and change'])).status).toBe(200)
  expect((await set('fund_projects', [])).status).toBe(200)
})
