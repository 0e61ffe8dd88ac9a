import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Locale } from '#shared/messages.ts'
import type { Holder } from '#shared/permissions.ts'
import { seesBankDetails } from '#shared/personal-data.ts'
import { maskName } from '#shared/mask-name.ts'
import { audit, auditAll, type AuditContext, type AuditEvent, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { type FieldMessage, invalid } from '#server/base/errors.ts'
import type { WholeFile } from '#server/routes/implement.ts'
import { randomToken } from '#server/base/tokens.ts'
import { textOf } from '#server/base/texts.ts'
import { fileErrorKey } from '#server/reading/error-key.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { lockPayouts, type LockedPayout } from '#features/ledger/server/payouts.ts'
import { type AnswerSubject, isRefused } from '../answer-codes.ts'
import { AnswerError } from '../reading/errors.ts'
import { readAnswersInSandbox } from '../reading/in-sandbox.ts'
import type { BankAnswer } from '../reading/pain002.ts'
import { type AnswerResult, resultsOf } from '../reading/results.ts'
import type { BankAnswerTaken, BankSaid, OneAnswerTaken } from '../contract.ts'
import type { RefusedButKept } from '../rules.ts'

type Place = { db: Db; context: AuditContext; locale: Locale; user: Holder }

/**
 * Takes a bank answer to one of our files, or a ZIP of several, all or nothing. Stores it with its statement on each
 * payment and reopens payouts whose payment the bank refused. The latest answer by the bank's own timestamp wins, in
 * whatever order answers arrive; repeating the same file changes nothing. Throws 400 at `file` for unreadable answers,
 * for unknown files, and for payments that the file does not hold; 503 `server_busy`.
 */
export async function storeBankAnswer(
  place: Place,
  { bytes, filename }: WholeFile,
): Promise<BankAnswerTaken> {
  const read = await readAnswersInSandbox(bytes)
  if ('refused' in read) throw refusal(read.refused, place.locale)
  // In the order of the bank's timestamps, so that each sees the earlier ones.
  const answers = read.answers.toSorted((a, b) => a.answer.made_at.getTime() - b.answer.made_at.getTime())
  return inTransaction(place.db, async (tx) => {
    const kept: StoredAnswer[] = []
    for (const one of answers) {
      const named = {
        ...one,
        bytes: Buffer.from(one.bytes),
        filename: one.filename || filename.slice(0, 200),
      }
      kept.push(await storeOrRefuse(tx, place, named, one.filename))
    }
    const taken: OneAnswerTaken[] = []
    for (const one of kept) taken.push(await presentAnswer(tx, place, one))
    return { ...taken[0]!, others: taken.slice(1) }
  })
}

type ReceivedFile = { answer: BankAnswer; bytes: Buffer; filename: string }

async function storeOrRefuse(
  tx: Db,
  place: Place,
  given: ReceivedFile,
  in_file: string,
): Promise<StoredAnswer> {
  try {
    refuseFuture(given.answer, place.context.now)
    return await storeAnswer(tx, place, given)
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error
    const { code, line, parameters } = error
    throw refusal({ code, line, parameters, ...(in_file && { in_file }) }, place.locale)
  }
}

type RefusedFile = {
  code: string
  line: number | undefined
  parameters: Record<string, string | number>
  in_file?: string
}

function refusal({ code, line, parameters, in_file }: RefusedFile, locale: Locale) {
  const key = fileErrorKey('payouts.answer_errors', code)
  const said: FieldMessage =
    line === undefined
      ? { key, parameters }
      : { key: 'payouts.answer_at_line', parameters: { text: textOf(locale, key, parameters), line } }
  if (in_file === undefined) return invalid({ file: said })
  const text = textOf(locale, said.key, said.parameters)
  return invalid({ file: { key: 'payouts.answer_in_file', parameters: { file: in_file, text } } })
}

/** A bank's clock may run ahead, but not by a day: an answer from the future would override every later one. */
function refuseFuture({ made_at }: BankAnswer, now: Date): void {
  if (made_at.getTime() > now.getTime() + 86_400_000) throw new AnswerError('in_future')
}

type File = {
  id: number
  slug: string
  message_id: string
  iban: string
  control_cents: number
}
type Item = { payout_id: number; end_to_end_id: string; amount_cents: number; iban: string }

type StoredAnswer = { answer: BankAnswer; file: File; sha256: string; payments: number; was_known: boolean }

async function storeAnswer(
  tx: Db,
  { context }: Place,
  { answer, bytes, filename }: ReceivedFile,
): Promise<StoredAnswer> {
  const file = await fileOf(tx, answer.original.message_id)
  const { rows: items } = await sql<Item>`
    select payout_id, end_to_end_id, amount_cents, iban from payment_file_items
    where file_id = ${file.id}::bigint order by position`.execute(tx)
  const results = resultsOf(answer, {
    message_id: file.message_id,
    payer_iban: file.iban,
    control_cents: file.control_cents,
    payments: items,
  })
  const locked = await lockPayouts(tx, { ids: items.map(({ payout_id }) => payout_id) })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const kept = await tx
    .insertInto('bank_answers')
    .values({
      slug: `a-${randomToken().slice(0, 16)}`,
      file_id: file.id,
      message_id: answer.message_id,
      made_at: answer.made_at,
      filename,
      content: bytes,
      sha256,
      created_by: context.actor.id,
      created_at: context.now,
    })
    .onConflict((known) => known.column('sha256').doNothing())
    .returning(['id', 'slug'])
    .executeTakeFirst()
  if (kept) await bookAnswer(tx, context, { ...kept, filename, file, answer, results, locked })
  return { answer, file, sha256, payments: items.length, was_known: kept === undefined }
}

async function presentAnswer(
  tx: Db,
  { locale, user }: Place,
  { answer, file, sha256, payments, was_known }: StoredAnswer,
): Promise<OneAnswerTaken> {
  const { rows: told } = await sql<AnsweredPayout>`
    select payout.slug, payout.number, payout.project_title, payout.amount_cents, payout.state,
      payout.payment_file_id is not distinct from ${file.id}::bigint as is_latest_file,
      said.about, said.status, said.reason, said.words, said.bank_name, answer.made_at,
      coalesce((${latestAnswer(sql`payout.id`, sql`${file.id}::bigint`, sql`said.about`)}) <> answer.id, false) as is_superseded
    from bank_answers answer
    join bank_answer_items said on said.answer_id = answer.id
    join payment_file_items item on item.file_id = said.file_id and item.payout_id = said.payout_id
    join payouts payout on payout.id = said.payout_id
    where answer.sha256 = ${sha256}
    order by item.position`.execute(tx)
  return {
    message_id: answer.message_id,
    made_at: answer.made_at.toISOString(),
    file: { slug: file.slug, message_id: file.message_id },
    was_known,
    payments,
    results: told.map((row) => ({
      slug: row.slug,
      number: row.number,
      project: row.project_title,
      amount_cents: row.amount_cents,
      said: presentBankAnswer(row, locale, user),
      put_back: isRefused(row.status) && !row.is_superseded && row.state === 'open' && row.is_latest_file,
      kept: keptAlthoughRefused(row),
      is_superseded: row.is_superseded,
    })),
  }
}

async function fileOf(tx: Db, message_id: string): Promise<File> {
  const file = await tx
    .selectFrom('payment_files')
    .select(['id', 'slug', 'message_id', 'iban', 'control_cents'])
    .where('message_id', '=', message_id)
    // Payments of a workbook are typed into the bank's page, so the bank never saw its message ID.
    .where('format', '<>', 'xlsx')
    .executeTakeFirst()
  if (!file) throw new AnswerError('unknown_message', undefined, { id: message_id })
  return file
}

type AnsweredPayout = Stored & {
  slug: string
  number: string
  project_title: string
  amount_cents: number
  state: LockedPayout['state']
  is_latest_file: boolean
  is_superseded: boolean
}

/** The reason why a payout keeps its state although the bank did not pay. */
function keptAlthoughRefused({
  status,
  is_superseded,
  state,
  is_latest_file,
}: AnsweredPayout): RefusedButKept | null {
  if (!isRefused(status) || is_superseded) return null
  if (state === 'marked_paid' || state === 'cancelled') return state
  return is_latest_file ? null : 'in_another_file'
}

type NewAnswer = {
  id: number
  filename: string
  file: File
  answer: BankAnswer
  results: readonly AnswerResult[]
  locked: readonly LockedPayout[]
}

async function bookAnswer(tx: Db, context: AuditContext, given: NewAnswer): Promise<void> {
  const { id, filename, file, answer, results, locked } = given
  await sql`
    insert into bank_answer_items (answer_id, file_id, payout_id, about, status, reason, words, bank_name)
    select ${id}::bigint, ${file.id}::bigint, payout_id, about, status, reason, words, bank_name
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as said (payout_id bigint, about text, status text,
      reason text, words text, bank_name text)`.execute(tx)
  const moved = await moveByAnswers(tx, file.id, locked)
  const payoutOf = new Map(locked.map((payout) => [payout.id, payout]))
  await audit(tx, context, {
    action: 'upload',
    ...auditOf('bank_answer', { id, title: filename || answer.message_id }),
    after: { file: file.message_id, message: answer.message_id, payments: results.length },
  })
  await auditAll(
    tx,
    context,
    // The bank's own words may name people, so only the stored answer keeps them, not the audit log.
    results.map(({ payout_id, about, status, reason }): AuditEvent => {
      const payout = payoutOf.get(payout_id)!
      const state = moved.get(payout_id)
      return {
        action: 'bank_answer',
        ...auditOf('payout', { id: payout.id, title: payout.number }),
        before: { ...(state && { state: payout.state }) },
        after: {
          project: payout.project_title,
          file: file.message_id,
          about,
          status,
          ...(reason && { reason }),
          ...(state && { state }),
        },
      }
    }),
  )
}

/**
 * Moves payouts into the state that the latest answer to this file implies: open after a refusal, exported again after
 * a later correction. Applies only to payouts whose latest file this is and that are neither paid nor cancelled.
 * Returns the new states by id.
 */
async function moveByAnswers(
  tx: Db,
  fileId: number,
  locked: readonly LockedPayout[],
): Promise<Map<number, 'open' | 'exported'>> {
  const { rows } = await sql<{ id: number; state: string; status: string; was_refused: boolean }>`
    select payout.id, payout.state, last.status,
      exists (select from bank_answer_items earlier where earlier.payout_id = payout.id
        and earlier.file_id = ${fileId}::bigint and earlier.about = 'status'
        and earlier.status in ('RJCT', 'CANC')) as was_refused
    from payouts payout
    join bank_answer_items last on last.payout_id = payout.id and last.file_id = ${fileId}::bigint
      and last.answer_id = (${latestAnswer(sql`payout.id`, sql`${fileId}::bigint`, sql`'status'`)})
    where payout.id = any(${locked.map(({ id }) => id)}::bigint[]) and payout.payment_file_id = ${fileId}::bigint`.execute(
    tx,
  )
  const moved = new Map<number, 'open' | 'exported'>()
  for (const { id, state, status, was_refused } of rows) {
    if (state === 'exported' && isRefused(status)) moved.set(id, 'open')
    if (state === 'open' && !isRefused(status) && was_refused) moved.set(id, 'exported')
  }
  for (const state of ['open', 'exported'] as const) {
    const ids = [...moved].filter(([, to]) => to === state).map(([id]) => id)
    if (ids.length > 0)
      await sql`
        update payouts set state = ${state}, version = version + 1 where id = any(${ids}::bigint[])`.execute(
        tx,
      )
  }
  return moved
}

/** The valid answer is the latest by the bank's timestamp; for equal timestamps the choice is stable. */
const latestAnswer = (
  payout: ReturnType<typeof sql>,
  file: ReturnType<typeof sql>,
  about: ReturnType<typeof sql>,
) => sql`
  select answer.id from bank_answer_items one join bank_answers answer on answer.id = one.answer_id
  where one.payout_id = ${payout} and one.file_id = ${file} and one.about = ${about}
  order by answer.made_at desc, answer.sha256 limit 1`

export type Stored = {
  about: AnswerSubject
  status: string
  reason: string
  words: string
  bank_name: string
  made_at: Date
}

/** SQL for a list row: the bank's latest answer on the payee or the payment, for the payout's latest file; or null. */
export const bankAnswerOfPayout = (about: AnswerSubject) => sql`(
  select jsonb_build_object('about', said.about, 'status', said.status, 'reason', said.reason, 'words', said.words,
    'bank_name', said.bank_name, 'made_at', answer.made_at)
  from bank_answer_items said join bank_answers answer on answer.id = said.answer_id
  where said.payout_id = payouts.id and said.file_id = payouts.payment_file_id and said.about = ${about}
  order by answer.made_at desc, answer.sha256 limit 1)`

/** The bank's answer as text; the account holder's name is shown only to people who may see bank details. */
export function presentBankAnswer(said: Stored, locale: Locale, user: Holder): BankSaid {
  const { about, status, reason, words, bank_name } = said
  const isShown = seesBankDetails(user)
  const inWords = (key: string, otherwise: string) => {
    const words = textOf(locale, key)
    return words === key ? otherwise : words
  }
  return {
    about,
    status,
    status_display: inWords(`payouts.bank_said.${about}.${status}`, status),
    reason,
    reason_display: inWords(`payouts.bank_reasons.${reason}`, ''),
    // Banks may quote the account holder's name in it.
    words: isShown ? words : '',
    bank_name: isShown ? bank_name : maskName(bank_name),
    at: new Date(said.made_at).toISOString(),
  }
}
