import { type Selectable, sql } from 'kysely'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Db } from '#server/db/db.ts'
import type { DB } from '#server/db/schema.ts'
import type { Holder } from '#shared/permissions.ts'
import { seesDonors } from '#shared/personal-data.ts'
import { notFound } from '#server/base/errors.ts'
import { allOf, matching, orderBy, paging, partsOf, readPage, readRows } from '#server/lists/list-query.ts'
import { pickedBy, type PickedRows, type SelectableList } from '#server/lists/selection.ts'
import { canRequeue } from '../rules.ts'
import { isOfDonor, maskDonors } from './donor-mails.ts'
import type { emailList } from '../table.ts'

export type EmailQuery = ListQuery<typeof emailList>

const columns = [
  'id',
  'template',
  'state',
  'reason',
  'to_email',
  'to_name',
  'language',
  'subject',
  'object_type',
  'object_id',
  'attempts',
  'secrecy',
  'of_donor',
  'created_at',
  'sent_at',
  'next_attempt_at',
] as const

/** Condition for a person; without the right to see donors a search finds no mails to donors. */
const matchingFor = (query: EmailQuery, holder: Holder) =>
  allOf([
    matching(query),
    ...(query.search === '' || seesDonors(holder) ? [] : [sql<boolean>`not ${isOfDonor}`]),
  ])

const key = { column: 'id', type: 'bigint' } as const

/** The outbox for selections by a person; a selection finds no more than the list. */
export const selectableEmails = (holder: Holder): SelectableList<EmailQuery> => ({
  table: 'emails',
  key,
  condition: (query) => matchingFor(query, holder),
})

/** Order of a list; hidden addresses sort as one, so that their position reveals nothing. */
const order = ({ ordering: { key: by, descending } }: EmailQuery, holder: Holder) =>
  by === 'to_email' && !seesDonors(holder)
    ? sql`case when ${isOfDonor} then '' else to_email end ${descending ? sql`desc` : sql`asc`}, id ${descending ? sql`desc` : sql`asc`}`
    : orderBy(by, { descending, nullable: by === 'sent_at' })

/** Ids of all matching mails in order, for the export. */
export async function allEmailIds(
  db: Db,
  query: EmailQuery,
  picked: PickedRows,
  holder: Holder,
): Promise<number[]> {
  const rows = await db
    .selectFrom('emails')
    .select('id')
    .where(allOf([matchingFor(query, holder), ...pickedBy(key, picked)]))
    .orderBy(order(query, holder))
    .execute()
  return rows.map((row) => row.id)
}

export const emailsByIds = (db: Db, ids: number[]) => readRows<ListedEmail>(db, ids, rowParts)

export type ListedEmail = Pick<Selectable<DB['emails']>, (typeof columns)[number]>
export type ShownEmail = ListedEmail & { is_masked: boolean }
const rowParts = partsOf('emails', columns)

export async function listEmails(db: Db, query: EmailQuery, holder: Holder) {
  const asked = { table: 'emails', where: matchingFor(query, holder), order: order(query, holder) }
  const { count, rows } = await readPage<ListedEmail>(db, asked, rowParts, query)
  return { ...paging(count, query), rows: await maskDonors(db, rows, holder) }
}

/** One mail with its attempts; a donor's is masked for people who may not see donors. Throws notFound. */
export async function getEmail(db: Db, id: number, holder: Holder) {
  const mail = await db
    .selectFrom('emails')
    .select([...columns, 'uid', 'message_id', 'text_body', 'html_body'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!mail) throw notFound()
  const attempts = await db
    .selectFrom('email_attempts')
    .select(['at', 'outcome', 'transport', 'answer'])
    .where('email_id', '=', id)
    .orderBy('id')
    .execute()
  const [shown] = await maskDonors(db, [mail], holder)
  return { ...shown!, attempt_log: attempts }
}
export type StoredEmail = Awaited<ReturnType<typeof getEmail>>

/** Facts of a stored mail for the rules; `secrets_gone` is true once its one-time link was erased. */
export function factsOf(mail: { state: string; secrecy: string; next_attempt_at: Date | null }) {
  const { state, secrecy, next_attempt_at } = mail
  return { state, secrets_gone: secrecy === 'gone', waits: next_attempt_at !== null }
}

/**
 * Requeues those mails that allow it; returns their ids and the refused mails. A mail that failed on a template error is
 * rendered anew.
 */
export async function requeueEmails(db: Db, ids: number[]) {
  const rows = await db
    .selectFrom('emails')
    .select(['id', 'subject', 'state', 'secrecy', 'next_attempt_at'])
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const requeued = rows.filter((row) => canRequeue(factsOf(row))).map((row) => row.id)
  if (requeued.length > 0)
    await db
      .updateTable('emails')
      .set({ state: 'queued', reason: null, tries: 0, next_attempt_at: null, sent_at: null })
      .where('id', '=', sql<number>`any(${requeued}::bigint[])`)
      .execute()
  return { requeued, refused: rows.filter((row) => !requeued.includes(row.id)) }
}
