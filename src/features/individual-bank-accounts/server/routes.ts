import { audit, auditOf, differences } from '#server/audit/audit.ts'
import { conflict } from '#server/base/errors.ts'
import { refuseDuplicates } from '#server/search/refuse-duplicates.ts'
import { guarded, implement } from '#server/routes/implement.ts'
import { freeSlug } from '#server/db/free-slug.ts'
import { versionOf } from '#server/routes/if-match.ts'
import type { Holder } from '#shared/permissions.ts'
import { sees } from '#shared/personal-data.ts'
import { normalIban } from '#shared/bank-details.ts'
import { type IndividualBankAccount, individualBankAccounts } from '../contract.ts'
import { maskedIban } from '#shared/iban.ts'
import { assessAccount } from './approval.ts'
import { listAccounts, lockAccount, projectsOnAccount } from './queries.ts'

function present(row: IndividualBankAccount, user: Holder): IndividualBankAccount {
  const { slug, title, iban, version } = row
  return { slug, title, iban: sees(user, 'individual_account') ? iban : maskedIban(iban), version }
}

export const individualBankAccountRoutes = implement(individualBankAccounts, {
  list: async ({ db, query, user }) => {
    const { rows, ...page } = await listAccounts(db, query)
    return { ...page, results: rows.map((row) => present(row, user)) }
  },

  create: async ({ db, body, user, now, auditContext }) => {
    const { title } = body
    const iban = normalIban(body.iban)
    if (body.unless_known) await refuseDuplicates(db, 'individual_bank_accounts', { title, iban })
    const row = await db
      .insertInto('individual_bank_accounts')
      .values({
        slug: await freeSlug(db, 'individual_bank_accounts', title),
        title,
        iban,
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(db, auditContext, {
      action: 'create',
      ...auditOf('individual_bank_account', row),
      after: { title, iban: row.iban },
    })
    return present(row, user)
  },

  change: guarded(assessAccount, async (context) => {
    const { db, params, body, user, auditContext } = context
    const row = await lockAccount(db, params.slug)
    if (versionOf(context) !== row.version) throw conflict('edit_conflict', { current: present(row, user) })
    const { title = row.title } = body
    const iban = body.iban === undefined ? row.iban : normalIban(body.iban)
    const changes = differences({ title: row.title, iban: row.iban }, { title, iban })
    if (Object.keys(changes.after).length === 0) return present(row, user)
    if (body.unless_known)
      await refuseDuplicates(db, 'individual_bank_accounts', { ...changes.after, except: row.id })
    const changed = await db
      .updateTable('individual_bank_accounts')
      .set({ title, iban, version: row.version + 1 })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(db, auditContext, {
      action: 'change',
      ...auditOf('individual_bank_account', changed),
      ...changes,
    })
    return present(changed, user)
  }),

  delete: async ({ db, params, auditContext }) => {
    const row = await lockAccount(db, params.slug, 'removal')
    const projects = await projectsOnAccount(db, row.id)
    if (projects.length > 0)
      throw conflict('in_use', { blocking: projects.map((project) => ({ ...project, code: 'in_use' })) })
    await db.deleteFrom('individual_bank_accounts').where('id', '=', row.id).execute()
    const before = { title: row.title, iban: row.iban }
    await audit(db, auditContext, { action: 'delete', ...auditOf('individual_bank_account', row), before })
  },
})
