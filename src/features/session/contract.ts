import { z } from 'zod'
import { locales } from '#shared/messages.ts'
import { route } from '#shared/route.ts'

/** Who is signed in, with rights (spec §3) and what the page needs to greet them. */
export const Profile = z
  .object({
    id: z.int(),
    username: z.string(),
    full_name: z.string(),
    email: z.string(),
    language: z.enum(locales),
    appearance: z.enum(['system', 'light', 'dark']),
    shortcuts: z.boolean(),
    is_superuser: z.boolean(),
    user_type: z.string(),
    permissions: z.array(z.string()),
  })
  .meta({ id: 'Profile' })
export type Profile = z.infer<typeof Profile>

export const session = {
  read: route({
    method: 'GET',
    path: '/api/v4/session/',
    access: 'public',
    summary: 'Who is signed in; sets the anti-forgery cookie',
    response: z.object({ signed_in: z.boolean(), ...Profile.partial().shape }),
  }),
  signIn: route({
    method: 'POST',
    path: '/api/v4/session/',
    access: 'public',
    summary: 'Sign in with user name or e-mail address',
    body: z.strictObject({
      username: z.string().trim().min(1, 'session.username_required').max(254),
      password: z.string().min(1, 'session.password_required').max(1024),
    }),
    response: Profile,
    refusals: [429],
    ownTransaction: true,
  }),
  signOut: route({
    method: 'DELETE',
    path: '/api/v4/session/',
    access: 'signed_in',
    summary: 'Sign out',
    response: 'empty',
  }),
  profile: route({
    method: 'GET',
    path: '/api/v4/users/profile/',
    access: 'signed_in',
    summary: 'The own profile with its rights',
    response: Profile,
  }),
  changeProfile: route({
    method: 'PATCH',
    path: '/api/v4/users/profile/',
    access: 'signed_in',
    summary: 'Change the own language, appearance or shortcuts',
    body: z.strictObject({
      language: z.enum(locales).optional(),
      appearance: z.enum(['system', 'light', 'dark']).optional(),
      shortcuts: z.boolean().optional(),
    }),
    response: Profile,
  }),
}
