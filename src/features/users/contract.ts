import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { locales } from '#shared/messages.ts'
import { isPermission, type Permission } from '#shared/permissions.ts'
import { route } from '#shared/route.ts'
import { byId, EmailAddress, Instant, line, Minimal, Version } from '#shared/shapes.ts'
import { isBlank, shortestPassword } from './password-rules.ts'
import { isUsername } from './rules.ts'
import { userList, userStates, userTypes } from './table.ts'

export const UserRow = z
  .object({
    id: z.int(),
    username: z.string(),
    full_name: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    user_type: z.enum(userTypes),
    user_type_display: z.string(),
    state: z.enum(userStates),
    state_display: z.string(),
    language: z.enum(locales),
    is_superuser: z.boolean(),
    created_at: Instant,
    signed_in_at: Instant.nullable(),
    version: z.int(),
  })
  .meta({ id: 'UserRow' })
export type UserRow = z.infer<typeof UserRow>

export const UserDetail = UserRow.extend({
  permissions: z.array(z.string()),
  /** The company that a company user speaks for. */
  company: Minimal.nullable(),
  /** Until when an invited person can accept; null when there is nothing to accept. */
  invitation_expires_at: Instant.nullable(),
  open_tasks: z.int(),
}).meta({ id: 'UserDetail' })
export type UserDetail = z.infer<typeof UserDetail>

// Any token is looked up: one that never existed is answered as gone, like a used one.
const byToken = z.object({ token: z.string().min(1).max(1000) })
const language = z.enum(locales, 'validation.unknown_value')
const Password = z
  .string()
  .min(shortestPassword, 'users.password_too_short')
  .max(1024)
  .refine((password) => !isBlank(password), 'users.password_blank')
const PermissionName = z.custom<Permission>(
  (name) => typeof name === 'string' && isPermission(name),
  'validation.unknown_value',
)

/** Rights that the caller can grant, and those that the caller lacks. */
const handedOn = { permissions: z.array(z.string()), withheld: z.array(z.string()) }

export const users = {
  list: route({
    method: 'GET',
    path: '/api/v4/users/',
    shows: ['account'],
    searched: { list: 'users', words: 'left_out' },
    access: 'view_users',
    summary: 'List accounts with search, filters, ordering and paging',
    query: listQuery(userList),
    response: pageOf(UserRow),
  }),
  export: exportRoute('user', {
    path: '/api/v4/users/export/',
    alsoNeeds: 'view_users',
    summary: 'Export the rows of the list as XLSX or CSV',
    query: listQuery(userList, exportQuery(userList)),
  }),
  staff: route({
    method: 'GET',
    path: '/api/v4/users/staff/',
    shows: ['account'],
    access: 'view_reminders',
    orAccess: 'create_reminders',
    summary: 'List active staff who may see tasks and can therefore be assigned to them',
    response: z.array(z.object({ id: z.int(), full_name_w_username: z.string() })),
  }),
  read: route({
    method: 'GET',
    path: '/api/v4/users/:id/',
    shows: ['account'],
    recorded: { action: 'read', object_type: 'user' },
    access: 'view_users',
    summary: 'Get an account with its rights',
    params: byId,
    response: UserDetail,
  }),
  change: route({
    method: 'PATCH',
    path: '/api/v4/users/:id/',
    changes: ['account'],
    access: 'change_users',
    summary: 'Change name, language, type, company or superuser status; requires the version last read',
    params: byId,
    body: z.strictObject({
      first_name: line(100).optional(),
      last_name: line(100).optional(),
      language: language.optional(),
      user_type: z.enum(userTypes, 'validation.unknown_value').optional(),
      is_superuser: z.boolean('validation.invalid').optional(),
      company_slug: z.string().max(200).nullable().optional(),
      version: Version.optional(),
    }),
    response: UserDetail,
  }),
  disable: route({
    method: 'POST',
    path: '/api/v4/users/:id/disable/',
    changes: ['account'],
    access: 'change_users',
    summary: 'Disable an account; its sessions end at once',
    params: byId,
    response: UserDetail,
  }),
  enable: route({
    method: 'POST',
    path: '/api/v4/users/:id/enable/',
    changes: ['account'],
    access: 'change_users',
    summary: 'Enable a disabled account; one that never had a password becomes invited again',
    params: byId,
    response: UserDetail,
  }),
  presets: route({
    method: 'GET',
    path: '/api/v4/users/presets/',
    // The presets are part of the product.
    shows: [],
    access: 'invite_users',
    summary:
      'List starting points for an invitation: presets and colleagues’ rights, each with those the caller cannot grant',
    response: z.object({
      presets: z.array(z.object({ key: z.string(), title: z.string(), ...handedOn })),
      /** Empty for people who may not see accounts. */
      people: z.array(z.object({ id: z.int(), full_name_w_username: z.string(), ...handedOn })),
    }),
  }),
  invite: route({
    method: 'POST',
    path: '/api/v4/users/invite/',
    changes: ['account', 'email'],
    access: 'invite_users',
    summary: 'Invite a person by mail; requires the caller to hold all rights granted',
    body: z.strictObject({
      email: EmailAddress,
      user_type: z.enum(userTypes, 'validation.unknown_value'),
      first_name: line(100).default(''),
      last_name: line(100).default(''),
      language: language.optional(),
      permissions: z.array(PermissionName).max(200).default([]),
    }),
    response: UserDetail,
    status: 201,
    location: '/api/v4/users/{id}/',
  }),
  resendInvitation: route({
    method: 'POST',
    path: '/api/v4/users/:id/resend-invitation/',
    changes: ['account', 'email'],
    access: 'invite_users',
    summary: 'Send a new invitation; the old link becomes invalid',
    params: byId,
    response: UserDetail,
  }),
  readInvitation: route({
    method: 'GET',
    path: '/api/v4/users/invite/:token/',
    // Read once, by somebody who has no account yet.
    shows: [],
    access: 'public',
    summary: 'Get the recipient of an invitation; 410 if it was used or has expired',
    params: byToken,
    response: z.object({ email: z.string(), full_name: z.string(), language }),
    refusals: [410],
  }),
  acceptInvitation: route({
    method: 'POST',
    path: '/api/v4/users/invite/:token/accept/',
    // Nobody is signed in yet, so nothing was read before.
    changes: [],
    access: 'public',
    summary: 'Accept an invitation by choosing a user name and password',
    params: byToken,
    body: z.strictObject({
      username: z.string().trim().refine(isUsername, 'users.username_invalid'),
      password: Password,
    }),
    response: z.object({ username: z.string() }),
    refusals: [410],
    ownTransaction: true,
  }),
  askPasswordReset: route({
    method: 'POST',
    path: '/api/v4/users/password-reset/',
    // Nobody is signed in yet, so nothing was read before.
    changes: [],
    access: 'public',
    summary: 'Request a password reset link; the response is the same for an unknown address',
    body: z.strictObject({ email: EmailAddress }),
    response: 'empty',
    refusals: [429],
  }),
  changeOwnPassword: route({
    method: 'POST',
    path: '/api/v4/users/profile/password/',
    changes: ['email'],
    access: 'signed_in',
    summary: 'Change the caller’s password; all other sessions end',
    body: z.strictObject({
      current_password: z.string().min(1, 'users.current_password_required').max(1024),
      new_password: Password,
    }),
    response: 'empty',
    refusals: [429],
    ownTransaction: true,
  }),
  resetPassword: route({
    method: 'POST',
    path: '/api/v4/users/password-reset/:token/',
    // Nobody is signed in yet, so nothing was read before.
    changes: [],
    access: 'public',
    summary: 'Set a new password through a reset link; 410 if it was used or has expired',
    params: byToken,
    body: z.strictObject({ password: Password }),
    response: 'empty',
    refusals: [410],
    ownTransaction: true,
  }),
}
