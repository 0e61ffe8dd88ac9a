import { audit, auditOf, differences } from '#server/audit/audit.ts'
import { conflict } from '#server/base/errors.ts'
import { refuseDuplicates } from '#server/search/refuse-duplicates.ts'
import { paging } from '#server/lists/list-query.ts'
import { guarded, implement } from '#server/routes/implement.ts'
import { freeSlug } from '#server/db/free-slug.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { normalIban } from '#shared/bank-details.ts'
import { type BankAccount, bankAccounts } from '../contract.ts'
import { assessOwnAccount } from './approval.ts'
import { columns, lockAccount } from './queries.ts'

export const bankAccountRoutes = implement(bankAccounts, {
  list: async ({ db, query }) => {
    const all = db.selectFrom('bank_accounts')
    const { n } = await all.select((row) => row.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    const rows = await all
      .select(columns)
      .orderBy('id')
      .limit(query.page_size)
      .offset((query.page - 1) * query.page_size)
      .execute()
    return { ...paging(n, query), results: rows.map(present) }
  },

  create: async ({ db, body, now, auditContext }) => {
    const { unless_known, ...given } = body
    const values = { ...given, ...normalized(given) }
    if (unless_known) await refuseDuplicates(db, 'bank_accounts', { title: values.title, iban: values.iban })
    const row = await db
      .insertInto('bank_accounts')
      .values({ ...values, slug: await freeSlug(db, 'bank_accounts', body.title), created_at: now })
      .returning(columns)
      .executeTakeFirstOrThrow()
    await audit(db, auditContext, { action: 'create', ...auditOf('bank_account', row), after: values })
    return present(row)
  },

  change: guarded(assessOwnAccount, async (context) => {
    const { db, params, body, auditContext } = context
    const row = await lockAccount(db, params.slug)
    if (versionOf(context) !== row.version) throw conflict('edit_conflict', { current: present(row) })
    const { title, holder, iban, bic, town, country } = row
    const before = { title, holder, iban, bic, town, country }
    const { version: _version, unless_known, ...given } = body
    const changes = differences(before, { ...before, ...given, ...normalized(given) })
    if (Object.keys(changes.after).length === 0) return present(row)
    if (unless_known) {
      const { title: named, iban: banked } = changes.after
      await refuseDuplicates(db, 'bank_accounts', { title: named, iban: banked, except: row.id })
    }
    const changed = await db
      .updateTable('bank_accounts')
      .set({ ...changes.after, version: row.version + 1 })
      .where('id', '=', row.id)
      .returning(columns)
      .executeTakeFirstOrThrow()
    await audit(db, auditContext, { action: 'change', ...auditOf('bank_account', changed), ...changes })
    return present(changed)
  }),
})

const present = ({ slug, title, holder, iban, bic, town, country, version }: BankAccount): BankAccount => ({
  slug,
  title,
  holder,
  iban,
  bic,
  town,
  country,
  version,
})

type AccountInput = { iban?: string | undefined; bic?: string | undefined; country?: string | undefined }

const normalized = ({ iban, bic, country }: AccountInput) => ({
  ...(iban !== undefined && { iban: normalIban(iban) }),
  ...(bic !== undefined && { bic: normalIban(bic) }),
  ...(country !== undefined && { country: country.toUpperCase() }),
})
