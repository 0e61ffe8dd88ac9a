import { z } from 'zod'
import { firstStepKeys } from '#shared/first-steps.ts'
import { locales } from '#shared/messages.ts'
import { maxPinnedPages } from '#shared/pages.ts'
import { plainPages } from '#shared/plain-pages.ts'
import { route } from '#shared/route.ts'

/** The signed-in person, with rights (spec §3) and the facts that the page needs to greet them. */
export const Profile = z
  .object({
    id: z.int(),
    username: z.string(),
    full_name: z.string(),
    email: z.string(),
    language: z.enum(locales),
    appearance: z.enum(['system', 'light', 'dark']),
    shortcuts: z.boolean(),
    /** Addresses of pages in the navigation, in the order in which they were pinned. */
    pinned_pages: z.array(z.string()),
    /** First steps taken (`shared/first-steps.ts`); null once the list is gone. */
    first_steps: z.array(z.enum(firstStepKeys)).nullable(),
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
    // Read once, when the page starts.
    shows: [],
    access: 'public',
    summary: 'Get the signed-in user and set the CSRF cookie',
    response: z.object({ signed_in: z.boolean(), ...Profile.partial().shape }),
  }),
  signIn: route({
    method: 'POST',
    path: '/api/v4/session/',
    // The page restarts for the person who has signed in.
    changes: [],
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
    // The page is left.
    changes: [],
    access: 'signed_in',
    summary: 'Sign out',
    response: 'empty',
  }),
  profile: route({
    method: 'GET',
    path: '/api/v4/users/profile/',
    shows: ['account'],
    access: 'signed_in',
    summary: 'Get the caller’s profile with its rights',
    response: Profile,
  }),
  changeProfile: route({
    method: 'PATCH',
    path: '/api/v4/users/profile/',
    // The page puts its answer in place itself.
    changes: [],
    access: 'signed_in',
    summary: 'Change the caller’s language, appearance, shortcuts, pinned pages or first steps',
    body: z.strictObject({
      language: z.enum(locales).optional(),
      appearance: z.enum(['system', 'light', 'dark']).optional(),
      shortcuts: z.boolean().optional(),
      pinned_pages: z
        .array(z.enum(plainPages, 'validation.unknown_value'))
        .max(maxPinnedPages, 'validation.too_big')
        .refine((pages) => new Set(pages).size === pages.length, 'validation.unknown_value')
        .optional(),
      first_steps: z.array(z.enum(firstStepKeys)).max(firstStepKeys.length).nullable().optional(),
    }),
    response: Profile,
  }),
}
