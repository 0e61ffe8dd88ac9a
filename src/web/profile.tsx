import type { PlainPage } from '#shared/pages.ts'
import { can, type Permission } from '#shared/permissions.ts'
import { adoptToken, type Answer, api, ApiError, isFirstVisit, knownToken, q } from './api.ts'
import { queryClient } from './query-client.ts'
import { createStore, useStore } from './store.ts'
import { showLocale, currentLocale } from './texts.ts'
import { type Appearance, showAppearance } from './theme.ts'

export type Profile = Answer<'GET /api/v4/users/profile/'>

const profileQuery = {
  ...q('GET /api/v4/users/profile/', { asksToSignIn: false }),
  queryKey: q('GET /api/v4/users/profile/').queryKey,
}
// The profile is fetched once (spec §6); sign-in and saving replace it. No component observes its query, which must not
// expire for that.
queryClient.setQueryDefaults(profileQuery.queryKey, { gcTime: Infinity })

/** The cached profile as a store: most components read it, each row's actions included, and a query costs far more. */
const current = createStore<Profile | undefined>(undefined)
queryClient
  .getQueryCache()
  .subscribe(() => current.set(queryClient.getQueryData<Profile>(profileQuery.queryKey)))

/** Loads the signed-in person's profile and applies their language and colours. Throws ApiError 401 when signed out. */
export async function loadProfile(): Promise<Profile> {
  const known = queryClient.getQueryData<Profile>(profileQuery.queryKey)
  // Checking the session first avoids a refusal, which browsers log as an error.
  if (!known && isFirstVisit() && !(await api('GET /api/v4/session/')).signed_in)
    throw new ApiError(401, 'Unauthorized', undefined)
  // Read before: by the time of the answer, somebody else may have signed in from another tab.
  const token = knownToken()
  const profile = known ?? (await queryClient.fetchQuery(profileQuery))
  if (!known) await takeOver(profile, token)
  return profile
}

/** True once the page knows whether a person is signed in. */
export function isKnownWhoIsSignedIn(): boolean {
  return queryClient.getQueryData(profileQuery.queryKey) !== undefined
}

/**
 * Makes this the page of the person who is signed in: anti-forgery token (by default the present one, as after a
 * sign-in), profile, colours and language.
 */
export async function takeOver(profile: Profile, token?: string): Promise<void> {
  adoptToken(profile.id, token)
  queryClient.setQueryData<Profile>(profileQuery.queryKey, profile)
  showAppearance(profile.appearance)
  if (profile.language !== currentLocale()) await showLocale(profile.language)
}

/** The signed-in person; undefined on pages outside. */
export function useProfile(): Profile | undefined {
  return useStore(current)
}

/** True when the person holds the permission. */
export function useCan(permission: Permission): boolean {
  const profile = useProfile()
  return profile !== undefined && can(profile, permission)
}

/** The same question for several permissions, as a function: `const allowed = useAllowed()`. */
export function useAllowed(): (permission: Permission) => boolean {
  const profile = useProfile()
  return (permission) => profile !== undefined && can(profile, permission)
}

/** Saves personal settings: applied at once, and stored in the profile when signed in. */
export async function changeProfile(change: {
  language?: Profile['language']
  appearance?: Appearance
  shortcuts?: boolean
  pinned_pages?: PlainPage[]
  first_steps?: Profile['first_steps']
}): Promise<void> {
  if (change.appearance) showAppearance(change.appearance)
  if (change.language) await showLocale(change.language)
  const before = queryClient.getQueryData<Profile>(profileQuery.queryKey)
  if (!before) return
  const show = (profile: Profile) => queryClient.setQueryData<Profile>(profileQuery.queryKey, profile)
  if (change.pinned_pages) show({ ...before, pinned_pages: change.pinned_pages })
  try {
    show(await api('PATCH /api/v4/users/profile/', { body: change }))
  } catch (error) {
    if (change.pinned_pages) show(before)
    throw error
  }
  if (change.language) void readAgain()
}

/** Texts from the server come in the language of the request, so visible queries are fetched again. */
function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: (query) => query.queryKey[0] !== profileQuery.queryKey[0],
  })
}
