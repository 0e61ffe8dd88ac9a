import { expect } from 'vitest'
import { hashPassword } from '#server/auth/password.ts'
import { fullNameWithUsername } from '#server/auth/session.ts'
import { createUser } from '../factories.ts'
import { type Changes, app, body, fresh, made } from './world.ts'

const somebody = () =>
  createUser(app.db, { first_name: 'Kim', last_name: fresh('Klein'), rights: ['view_projects'] })
const outside = (actorOf: { id: number | null; name: string }) => ({
  client: app.signedOut(),
  actor: actorOf,
})
const nobody = { id: null, name: '' }

/** Changes of accounts, rights, invitations and passwords. */
export const peopleChanges: Changes = {
  'PATCH /api/v4/permissions/users/:name/': async () => {
    const person = await somebody()
    return {
      path: { name: 'reminders' },
      options: body({ user_id: person.id, permission_types: ['view only'] }),
      event: {
        action: 'change_permissions',
        object_type: 'user',
        object_id: person.id,
        before: { reminders: [] },
        after: { reminders: ['view_reminders'] },
      },
    }
  },
  'PATCH /api/v4/users/:id/': async () => {
    const person = await somebody()
    return {
      path: { id: person.id },
      options: body({ first_name: 'Robin', version: 1 }),
      event: {
        action: 'change',
        object_type: 'user',
        object_id: person.id,
        before: { first_name: 'Kim' },
        after: { first_name: 'Robin' },
      },
    }
  },
  'POST /api/v4/users/:id/disable/': async () => {
    const person = await somebody()
    return {
      path: { id: person.id },
      event: {
        action: 'disable',
        object_type: 'user',
        object_id: person.id,
        before: { state: 'active' },
        after: { state: 'disabled' },
      },
    }
  },
  'POST /api/v4/users/:id/enable/': async () => {
    const person = await createUser(app.db, { state: 'disabled', password_hash: 'x' })
    return {
      path: { id: person.id },
      event: {
        action: 'enable',
        object_type: 'user',
        object_id: person.id,
        before: { state: 'disabled' },
        after: { state: 'active' },
      },
    }
  },
  'POST /api/v4/users/invite/': async () => ({
    options: body({ email: 'guest@example.org', user_type: 'staff', permissions: ['view_projects'] }),
    event: {
      action: 'invite',
      object_type: 'user',
      after: expect.objectContaining({ email: 'guest@example.org', permissions: ['view_projects'] }),
    },
  }),
  'POST /api/v4/users/:id/resend-invitation/': async () => {
    const { id, email } = await invited()
    return {
      path: { id },
      event: { action: 'resend_invitation', object_type: 'user', object_id: id, after: { email } },
    }
  },
  'POST /api/v4/users/invite/:token/accept/': async () => {
    const { id } = await invited()
    return {
      path: { token: await newestToken() },
      options: body({ username: 'nneu', password: 'ein gutes Wort' }),
      as: outside({ id, name: 'Nele Neu (nneu)' }),
      event: {
        action: 'accept_invitation',
        object_type: 'user',
        object_id: id,
        before: expect.objectContaining({ state: 'invited' }),
        after: { state: 'active', username: 'nneu' },
      },
    }
  },
  'POST /api/v4/session/': async () => {
    const person = await createUser(app.db, { password_hash: await hashPassword('ein gutes Wort') })
    return {
      options: body({ username: person.username, password: 'ein gutes Wort' }),
      as: outside({ id: person.id, name: fullNameWithUsername(person) }),
      event: { action: 'sign_in', object_type: 'user', object_id: person.id },
    }
  },
  'DELETE /api/v4/session/': async () => {
    const person = await somebody()
    return {
      as: {
        client: await app.asUser(person.id),
        actor: { id: person.id, name: fullNameWithUsername(person) },
      },
      event: { action: 'sign_out', object_type: 'user', object_id: person.id },
    }
  },
  'POST /api/v4/users/profile/password/': async () => {
    const person = await createUser(app.db, { password_hash: await hashPassword('ein gutes Wort') })
    return {
      options: body({ current_password: 'ein gutes Wort', new_password: 'ein neues Wort' }),
      as: {
        client: await app.asUser(person.id),
        actor: { id: person.id, name: fullNameWithUsername(person) },
      },
      event: { action: 'change_password', object_type: 'user', object_id: person.id },
    }
  },
  'POST /api/v4/users/password-reset/': async () => {
    const person = await createUser(app.db, { password_hash: 'x' })
    return {
      options: body({ email: person.email }),
      as: outside(nobody),
      event: { action: 'ask_password_reset', object_type: 'user', object_id: person.id },
    }
  },
  'POST /api/v4/users/password-reset/:token/': async () => {
    const person = await createUser(app.db, { password_hash: 'x' })
    await app.signedOut().post('/api/v4/users/password-reset/', { email: person.email })
    return {
      path: { token: await newestToken() },
      options: body({ password: 'ein neues Wort' }),
      as: outside({ id: person.id, name: fullNameWithUsername(person) }),
      // The password itself is a secret, before and after.
      event: { action: 'reset_password', object_type: 'user', object_id: person.id },
    }
  },
}

/** The secret in the newest mail with a link. */
async function newestToken(): Promise<string> {
  const { data } = await app.db
    .selectFrom('email_secrets')
    .select('data')
    .orderBy('email_id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/([\w-]{20,})\/$/.exec((data as { link: string }).link)![1]!
}

async function invited() {
  const email = `${fresh('new').replace(' ', '')}@example.org`
  return made('/api/v4/users/invite/', { email, user_type: 'staff', first_name: 'Nele', last_name: 'Neu' })
}
