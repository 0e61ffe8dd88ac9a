import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { setNewPassword } from './new-password.ts'

const app = useApp({ resets: false })

const how = () => ({ now: app.clock.now, requestId: 'terminal' })

test('the operator’s new password reopens a disabled account, ends all its sessions and is audited', async () => {
  const { id, username } = await createUser(app.db, { rights: 'superuser', state: 'disabled' })
  await app.db.updateTable('users').set({ state: 'active' }).where('id', '=', id).execute()
  const before = await app.asUser(id)
  await app.db.updateTable('users').set({ state: 'disabled' }).where('id', '=', id).execute()
  const given = await setNewPassword(app.db, { name: username.toUpperCase(), ...how() })
  expect(given).toEqual({ username, password: expect.stringMatching(/^[\w-]{16}$/) })
  expect((await before.get('/api/v4/users/profile/')).status).toBe(401)
  const signedIn = await app.signedOut().post('/api/v4/session/', given)
  expect(signedIn.status).toBe(200)
  const event = await app.db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', '=', 'new_password')
    .executeTakeFirstOrThrow()
  expect(event).toMatchObject({ object_type: 'user', object_id: id, actor_name: 'npm run new-password' })
  expect(JSON.stringify(event)).not.toContain(given!.password)
})

test('the operator’s new password ends a reset link that was sent before', async () => {
  const { email, username } = await createUser(app.db, { email: 'katrin.vollmer@example.org' })
  await app.signedOut().post('/api/v4/users/password-reset/', { email })
  const { data } = await app.db.selectFrom('email_secrets').select('data').executeTakeFirstOrThrow()
  const given = await setNewPassword(app.db, { name: username, ...how() })
  const reset = `/api/v4/users${(data as { link: string }).link}`
  const used = await app.signedOut().post(reset, { password: 'ein neues Wort' })
  expect([used.status, used.body.code]).toEqual([410, 'gone'])
  expect((await app.signedOut().post('/api/v4/session/', given)).status).toBe(200)
})

test('an unknown name changes nothing', async () => {
  const kept = async () => ({
    users: await app.db.selectFrom('users').selectAll().orderBy('id').execute(),
    events: await app.db.selectFrom('audit_events').select('id').orderBy('id').execute(),
  })
  const before = await kept()
  expect(await setNewPassword(app.db, { name: 'nobody', ...how() })).toBeUndefined()
  expect(await kept()).toEqual(before)
})
