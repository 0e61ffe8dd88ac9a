import type { Locale } from '#shared/messages.ts'
import { textOf } from '#server/base/texts.ts'
import type { UserDetail, UserRow } from '../contract.ts'
import type { UserState, UserType } from '../table.ts'
import type { listUsers, StoredUser } from './queries.ts'

type Listed = Awaited<ReturnType<typeof listUsers>>['rows'][number]

export function fullName(user: { first_name: string; last_name: string; username: string }): string {
  return `${user.first_name} ${user.last_name}`.trim() || user.username
}

export function presentUser(user: Listed, locale: Locale): UserRow {
  return {
    ...user,
    full_name: fullName(user),
    user_type: user.user_type as UserType,
    user_type_display: textOf(locale, `users.type.${user.user_type}`),
    state: user.state as UserState,
    state_display: textOf(locale, `users.state.${user.state}`),
    language: user.language as Locale,
    created_at: user.created_at.toISOString(),
    signed_in_at: user.signed_in_at?.toISOString() ?? null,
  }
}

export function presentUserDetail(stored: StoredUser, locale: Locale): UserDetail {
  const { company_id: _, ...user } = stored
  return {
    ...presentUser(user, locale),
    company: user.company,
    permissions: user.permissions,
    invitation_expires_at: user.invitation_expires_at?.toISOString() ?? null,
    open_tasks: user.open_tasks,
  }
}
