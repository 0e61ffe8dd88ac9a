import { can } from '#shared/permissions.ts'
import { isCompanyUser } from '#server/auth/company-scope.ts'
import { implement } from '#server/routes/implement.ts'
import { findBest, readRecords } from '#server/search/find.ts'
import type { SearchKind } from '#server/search/kind.ts'
import type { User } from '#server/auth/session.ts'
import { emailSearchFor } from '#features/emails/server/search.ts'
import { organizationSearch } from '#features/organizations/server/search.ts'
import { payoutSearch } from '#features/payouts/server/search.ts'
import { projectSearch } from '#features/projects/server/search.ts'
import { taskSearch } from '#features/tasks/server/search.ts'
import { userSearch } from '#features/users/server/search.ts'
import { type FoundKind, search } from '../contract.ts'
import { presentFound } from './present.ts'

type Searcher = Pick<User, 'is_superuser' | 'permissions' | 'user_type'>

/** Kinds of records that a person can search; payouts contain the money of all companies. */
export const kindsFor = (person: Searcher): readonly SearchKind<FoundKind>[] => [
  projectSearch,
  organizationSearch,
  userSearch,
  taskSearch,
  emailSearchFor(person),
  ...(isCompanyUser(person) ? [] : [payoutSearch]),
]

export const searchRoutes = implement(search, {
  find: async ({ reader, query, user, locale, today }) => {
    const viewable = kindsFor(user).filter(
      (kind) => can(user, kind.permission) && (query.kind ?? kind.kind) === kind.kind,
    )
    const { results, ...found } = await findBest(reader, viewable, { words: query.q, limit: query.limit })
    return { ...found, results: results.map((row) => presentFound(row, { locale, today })) }
  },

  recent: async ({ reader, query, user, locale, today }) => {
    const viewable = kindsFor(user).filter((kind) => can(user, kind.permission))
    const found = await readRecords(reader, viewable, query.of)
    return { results: found.map((row) => presentFound(row, { locale, today })) }
  },
})
