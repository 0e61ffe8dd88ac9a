import { audit, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict } from '#server/base/errors.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { exportOfUsers } from './export.ts'
import { type Context, implement } from '#server/routes/implement.ts'
import { closeSessionsOf, fullNameWithUsername, type User } from '#server/auth/session.ts'
import type { Locale } from '#shared/messages.ts'
import { sees } from '#shared/personal-data.ts'
import type { Route } from '#shared/route.ts'
import { users } from '../contract.ts'
import { changeUser, refuseTouchingSuperuser } from './change.ts'
import { acceptInvitation, invite, resendInvitation } from './invitations.ts'
import { endLinks, openLink } from './links.ts'
import { changeOwnPassword, requestPasswordReset, resetPassword } from './passwords.ts'
import { invitationPresets } from './presets.ts'
import { fullName, presentUser, presentUserDetail } from './present.ts'
import {
  staffForTasks,
  getUser,
  listUsers,
  lockActiveSuperusers,
  lockUser,
  type StoredUser,
} from './queries.ts'

async function detail(db: Db, id: number, locale: Locale) {
  return presentUserDetail(await getUser(db, id), locale)
}

type ChangeContext = Pick<Context<Route>, 'db' | 'now' | 'auditContext'> & { user: User }

async function setState(
  { db, now, auditContext }: ChangeContext,
  account: StoredUser,
  state: 'active' | 'invited' | 'disabled',
): Promise<void> {
  await db
    .updateTable('users')
    .set({ state, updated_at: now, version: account.version + 1 })
    .where('id', '=', account.id)
    .execute()
  await audit(db, auditContext, {
    action: state === 'disabled' ? 'disable' : 'enable',
    ...auditOf('user', { id: account.id, title: fullName(account) }),
    before: { state: account.state },
    after: { state },
  })
}

export const userRoutes = implement(users, {
  list: async ({ reader, query, locale }) => {
    const { rows, ...page } = await listUsers(reader, query)
    return { ...page, results: rows.map((row) => presentUser(row, locale)) }
  },

  export: async (context) => {
    return answerExport('users', exportOfUsers, context)
  },

  staff: async ({ reader }) =>
    (await staffForTasks(reader)).map((user) => ({
      id: user.id,
      full_name_w_username: fullNameWithUsername(user),
    })),

  read: ({ reader, params, locale }) => detail(reader, params.id, locale),

  change: async (context) => {
    await changeUser(context, context.params.id)
    return detail(context.db, context.params.id, context.locale)
  },

  disable: async (context) => {
    const { db, params, user, now, locale } = context
    const superusers = await lockActiveSuperusers(db)
    const account = await lockUser(db, params.id)
    refuseTouchingSuperuser(user, account)
    if (account.state === 'disabled') return detail(db, params.id, locale)
    if (superusers.length === 1 && superusers[0] === account.id) throw conflict('last_superuser')
    if (account.id === user.id) throw conflict('own_account')
    await setState(context, account, 'disabled')
    await closeSessionsOf(db, account.id)
    await endLinks(db, account.id, 'invitation', now)
    await endLinks(db, account.id, 'password_reset', now)
    return detail(db, params.id, locale)
  },

  enable: async (context) => {
    const { db, params, user, locale } = context
    const account = await lockUser(db, params.id)
    refuseTouchingSuperuser(user, account)
    if (account.state !== 'disabled') return detail(db, params.id, locale)
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', account.id)
      .executeTakeFirstOrThrow()
    // Without a password the account returns to the invited state.
    await setState(context, account, password_hash === null ? 'invited' : 'active')
    return detail(db, params.id, locale)
  },

  presets: ({ reader, user, locale }) => invitationPresets(reader, { user, locale }),

  invite: async (context) => detail(context.db, await invite(context, context.body), context.locale),

  resendInvitation: async (context) => {
    await resendInvitation(context, context.params.id)
    const told = await detail(context.db, context.params.id, context.locale)
    // The right to invite does not include seeing existing accounts.
    return sees(context.user, 'colleague') ? told : { ...told, email: '' }
  },

  readInvitation: async ({ db, params, now }) => {
    const account = await openLink(db, params.token, 'invitation', now)
    return {
      email: account.email,
      full_name: `${account.first_name} ${account.last_name}`.trim(),
      language: account.language as Locale,
    }
  },

  acceptInvitation: async (context) => {
    await acceptInvitation(context, context.params.token, context.body)
    return { username: context.body.username }
  },

  askPasswordReset: (context) => requestPasswordReset(context, context.body.email),

  changeOwnPassword: (context) => changeOwnPassword(context, context.body),

  resetPassword: (context) => resetPassword(context, context.params.token, context.body.password),
})
