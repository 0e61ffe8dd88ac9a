import type { TextKeyUnder } from '#shared/text-keys.ts'
import type { EmailColumn } from '#features/emails/table.ts'
import type { UserColumn } from '#features/users/table.ts'
import type { OrganizationColumn } from '#features/organizations/table.ts'
import type { ProjectColumn } from '#features/projects/table.ts'

type Heading = TextKeyUnder<'columns'>

/** Every table whose columns can be hidden: column key → heading. The keys may not contain '/' (spec §7). */
export const tables: Record<string, Record<string, Heading>> = {
  emails: {
    state: 'columns.state',
    template: 'columns.template',
    to_email: 'columns.to_email',
    language: 'columns.language',
    attempts: 'columns.attempts',
    created_at: 'columns.created_at',
    sent_at: 'columns.sent_at',
  } satisfies Record<EmailColumn, Heading>,
  users: {
    username: 'columns.username',
    email: 'columns.email',
    user_type: 'columns.user_type',
    state: 'columns.state',
    created_at: 'columns.created_at',
    signed_in_at: 'columns.signed_in_at',
  } satisfies Record<UserColumn, Heading>,
  organizations: {
    status: 'columns.status',
    review_status: 'columns.review_status',
    content_review_status: 'columns.content_review_status',
    nonprofit_review_status: 'columns.nonprofit_review_status',
    proof_status: 'columns.proof_status',
    voting_review_status: 'columns.project_voting_review',
    internal_status: 'columns.internal_status',
  } satisfies Record<OrganizationColumn, Heading>,
  projects: {
    status: 'columns.status',
    review_status: 'columns.review_status',
    content_review_status: 'columns.content_review_status',
    voting_review_status: 'columns.voting_review_status',
    financing_status: 'columns.financing_status',
    funding_type: 'columns.funding_type',
    internal_status: 'columns.internal_status',
  } satisfies Record<ProjectColumn, Heading>,
}

/** The columns of a table; undefined when there is no such table. */
export function columnsOf(table: string): Record<string, Heading> | undefined {
  return Object.hasOwn(tables, table) ? tables[table] : undefined
}
