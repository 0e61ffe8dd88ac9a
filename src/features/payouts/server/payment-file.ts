import { sql } from 'kysely'
import { showDay, type Day } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { mediaTypes } from '#shared/route.ts'
import type { Locale } from '#shared/messages.ts'
import { auditAll, type AuditContext, type AuditEvent, auditOf } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { FileReply } from '#server/routes/implement.ts'
import { randomToken } from '#server/base/tokens.ts'
import { textOf } from '#server/base/texts.ts'
import { writeXlsx } from '#server/formats/xlsx.ts'
import type { PaymentFile } from '../contract.ts'
import type { SepaFormat } from '../rules.ts'
import { painXml, type Party, type PaymentOrder, type Place } from '../sepa/pain.ts'
import { controlSum, type PreparedPayment } from './payments.ts'

type NewFile = {
  format: SepaFormat
  execute_on: Day
  sender: { id: number; title: string } & Party & Place
  payments: readonly PreparedPayment[]
  again_reason: string
  locale: Locale
}

/**
 * Creates one payment file, stores it with the data sent to the bank, and marks its payouts as exported. Writes one
 * audit event for the file and one per payout. The caller holds the payouts' locks.
 */
export async function createPaymentFile(tx: Db, context: AuditContext, file: NewFile): Promise<PaymentFile> {
  const { format, execute_on, sender, payments, again_reason } = file
  const year = Number(execute_on.slice(0, 4))
  const { rows } = await sql<{ message_id: string }>`
    select show_number('SEPA', ${year}::integer, draw_numbers('payment_file', ${year}::integer, 1)) as message_id`.execute(
    tx,
  )
  const { message_id } = rows[0]!
  const order: PaymentOrder = { message_id, created_at: context.now, execute_on, payer: sender, payments }
  const content = format === 'xlsx' ? await workbookOf(order, file) : Buffer.from(painXml(format, order))
  const control_cents = controlSum(payments)
  const stored = await tx
    .insertInto('payment_files')
    .values({
      slug: `f-${randomToken().slice(0, 16)}`,
      message_id,
      format,
      bank_account_id: sender.id,
      holder: sender.name,
      iban: sender.iban,
      bic: sender.bic,
      execute_on,
      payments: payments.length,
      control_cents,
      again_reason,
      content: Buffer.from(content),
      created_by: context.actor.id,
      created_at: context.now,
    })
    .returning(fileColumns)
    .executeTakeFirstOrThrow()
  await insertItems(tx, stored.id, payments)
  await sql`
    update payouts set state = 'exported', payment_file_id = ${stored.id}::bigint, version = version + 1
    where id = any(${payments.map(({ payout }) => payout.id)}::bigint[])`.execute(tx)
  await auditAll(tx, context, [
    {
      action: 'create',
      ...auditOf('payment_file', { id: stored.id, title: message_id }),
      after: { format, execute_on, account: sender.title, payments: payments.length, control_cents },
    },
    ...payments.map(({ payout, again }): AuditEvent => ({
      action: 'export_payout',
      ...auditOf('payout', { id: payout.id, title: payout.number }),
      before: { state: payout.state },
      after: {
        state: 'exported',
        file: message_id,
        project: payout.project_title,
        amount_cents: payout.amount_cents,
        ...(again && { reason: again_reason }),
      },
    })),
  ])
  return presentFile(stored)
}

const fileColumns = [
  'id',
  'slug',
  'message_id',
  'format',
  'payments',
  'control_cents',
  'execute_on',
  'created_at',
] as const

async function insertItems(tx: Db, fileId: number, payments: readonly PreparedPayment[]): Promise<void> {
  const items = payments.map(({ payout, end_to_end_id, recipient, amount_cents, remittance }, position) => ({
    payout_id: payout.id,
    position,
    end_to_end_id,
    recipient: recipient.name,
    iban: recipient.iban,
    bic: recipient.bic,
    amount_cents,
    remittance,
  }))
  await sql`
    insert into payment_file_items (file_id, payout_id, position, end_to_end_id, recipient, iban, bic, amount_cents,
      remittance)
    select ${fileId}::bigint, payout_id, position, end_to_end_id, recipient, iban, bic, amount_cents, remittance
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as item (payout_id bigint, position integer,
      end_to_end_id text, recipient text, iban text, bic text, amount_cents bigint, remittance text)`.execute(
    tx,
  )
}

/** The same payments as a workbook, for banks where they are typed in by hand. */
async function workbookOf(order: PaymentOrder, { locale, sender }: NewFile): Promise<Uint8Array> {
  const { payments, message_id, execute_on } = order
  const t = (key: string) => textOf(locale, key)
  const columns = [
    { header: t('payouts.sheet_end_to_end'), kind: 'text', width: 20 },
    { header: t('payouts.recipient'), kind: 'text', width: 40 },
    { header: t('payouts.sheet_iban'), kind: 'text', width: 28 },
    { header: t('payouts.sheet_bic'), kind: 'text', width: 14 },
    { header: t('payouts.amount'), kind: 'money_cents' },
    { header: t('payouts.remittance'), kind: 'text', width: 80 },
  ] as const
  const rows = payments.map(({ end_to_end_id, recipient, amount_cents, remittance }) => [
    end_to_end_id,
    recipient.name,
    recipient.iban,
    recipient.bic,
    amount_cents,
    remittance,
  ])
  const about: [string, string | number][] = [
    [t('payouts.message_id'), message_id],
    [t('payouts.sheet_account'), `${sender.name} ${sender.iban}`],
    [t('payouts.execute_on'), showDay(execute_on)],
    [t('exports.count'), payments.length],
    [t('payouts.control_sum'), formatEuro(controlSum(payments), locale)],
  ]
  const pieces: Uint8Array[] = []
  const book = {
    sheets: [{ name: message_id, columns, rows }],
    about: { name: t('exports.about'), rows: () => about },
  }
  for await (const piece of writeXlsx(book)) pieces.push(piece)
  return Buffer.concat(pieces)
}

type Stored = {
  slug: string
  message_id: string
  format: string
  payments: number
  control_cents: number
  execute_on: Day
  created_at: Date
}

const filenameOf = ({ message_id, format }: Pick<Stored, 'message_id' | 'format'>) =>
  `${message_id}.${format === 'xlsx' ? 'xlsx' : 'xml'}`

const presentFile = (file: Stored): PaymentFile => ({
  slug: file.slug,
  message_id: file.message_id,
  filename: filenameOf(file),
  format: file.format as SepaFormat,
  payments: file.payments,
  control_sum_cents: file.control_cents,
  execute_on: file.execute_on,
  created_at: file.created_at.toISOString(),
})

/** A stored file, unchanged; throws notFound. */
export async function readPaymentFile(db: Db, slug: string): Promise<FileReply> {
  const file = await db
    .selectFrom('payment_files')
    .select(['message_id', 'format', 'content'])
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (!file) throw notFound()
  return new FileReply(
    file.content,
    file.format === 'xlsx' ? mediaTypes.xlsx : mediaTypes.xml,
    filenameOf(file),
  )
}
