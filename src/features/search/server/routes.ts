import { can } from '#shared/permissions.ts'
import { implement } from '#server/routes.ts'
import { findBest, type SearchKind } from '#server/search.ts'
import { organizationSearch } from '#features/organizations/server/search.ts'
import { projectSearch } from '#features/projects/server/search.ts'
import { userSearch } from '#features/users/server/search.ts'
import { type FoundKind, search } from '../contract.ts'

const kinds: readonly SearchKind<FoundKind>[] = [projectSearch, organizationSearch, userSearch]

/** Finding records by name, for the palette. */
export const searchRoutes = implement(search, {
  find: async ({ reader, query, user }) => {
    const viewable = kinds.filter((kind) => can(user, kind.permission))
    return { results: await findBest(reader, viewable, { words: query.q, limit: query.limit }) }
  },
})
