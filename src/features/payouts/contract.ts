import { z } from 'zod'
import { exportQuery, exportRoute } from '#features/exports/query.ts'
import { listQuery, pageOf } from '#shared/lists/list.ts'
import { mediaTypes, route } from '#shared/route.ts'
import { chosenRows } from '#shared/lists/selection.ts'
import { proposableActs } from '#shared/approvals.ts'
import { bySlug, Choice, DayShape, Instant, line, Minimal, slugList } from '#shared/shapes.ts'
import { answerSubjects, longestBankName } from './answer-codes.ts'
import { leftOutCodes, maxAnswerBytes, payoutStates, refusedButKept, sepaFormats } from './rules.ts'
import { payoutList } from './table.ts'

/** The bank's answer on a payee or a payment, as ISO 20022 codes and as text; `at` is the bank's timestamp. */
const BankSaid = z
  .object({
    about: z.enum(answerSubjects),
    status: z.string(),
    status_display: z.string(),
    reason: z.string(),
    reason_display: z.string(),
    words: z.string(),
    /** For a close match: the account holder's name at the bank, masked for people who may not see bank details. */
    bank_name: z.string(),
    at: Instant,
  })
  .meta({ id: 'BankSaid' })
export type BankSaid = z.infer<typeof BankSaid>

/** A payout in the list; amounts in cents, the recipient's IBAN reduced to its last four characters. */
export const PayoutRow = z
  .object({
    slug: z.string(),
    number: z.string(),
    project: Minimal,
    organization: Minimal,
    amount_cents: z.int(),
    state: z.enum(payoutStates),
    state_display: z.string(),
    funding_type: Choice,
    settled_on: z.string(),
    paid_on: z.string().nullable(),
    arrived_on: z.string().nullable(),
    reference: z.string(),
    recipient: z.object({ name: z.string(), iban: z.string() }),
    file: z.object({ slug: z.string(), message_id: z.string() }).nullable(),
    /**
     * The bank's latest answers about the payout's latest file: on the payee's name and account, and on the payment.
     */
    bank_said: z.object({ verification: BankSaid.nullable(), status: BankSaid.nullable() }),
    /** Pending proposals: acts on the payout and, until it is paid, changes of its recipient's bank details. */
    waiting_acts: z.array(z.enum(proposableActs)),
    version: z.int(),
  })
  .meta({ id: 'PayoutRow' })
export type PayoutRow = z.infer<typeof PayoutRow>

const query = listQuery(payoutList)
const chosen = chosenRows('payout_slugs', slugList, query)
const reason = line(500).min(1, 'payouts.reason_required')
const Done = z.object({ changed: z.array(z.string()), sum_cents: z.int() })

/** Compares the amount next to a found reference with the payout's amount. */
export const amountsSeen = ['same', 'other', 'none'] as const

export const PaymentFile = z
  .object({
    slug: z.string(),
    message_id: z.string(),
    filename: z.string(),
    format: z.enum(sepaFormats),
    payments: z.int(),
    control_sum_cents: z.int(),
    execute_on: z.string(),
    created_at: Instant,
  })
  .meta({ id: 'PaymentFile' })
export type PaymentFile = z.infer<typeof PaymentFile>

/** A payout left out of the file, with the reason and the page where it can be fixed. */
const LeftOut = z.object({
  slug: z.string(),
  number: z.string(),
  project: z.string(),
  amount_cents: z.int(),
  code: z.enum(leftOutCodes),
  text: z.string(),
  link: z.string(),
})

export const SepaPreview = z
  .object({
    payments: z.array(
      z.object({
        slug: z.string(),
        number: z.string(),
        /** Name and remittance text exactly as the bank will get them. */
        recipient: z.string(),
        /** The complete IBAN in groups of four, so that people check exactly what the bank gets. */
        iban: z.string(),
        amount_cents: z.int(),
        remittance: z.string(),
        /** True when another file already holds the payout and this one repeats it with a reason. */
        again: z.boolean(),
      }),
    ),
    control_sum_cents: z.int(),
    /** Characters outside the bank’s character set, with their replacements. */
    replaced: z.array(z.object({ from: z.string(), to: z.string() })),
    left_out: z.array(LeftOut),
    left_out_cents: z.int(),
    /** The first bank day from today on. */
    next_bank_day: z.string(),
    accounts: z.array(
      z.object({ slug: z.string(), title: z.string(), iban: z.string(), is_ready: z.boolean() }),
    ),
  })
  .meta({ id: 'SepaPreview' })
export type SepaPreview = z.infer<typeof SepaPreview>

/** A bank answer's statements about the payments of a file, and the effects on the payouts. */
const OneAnswerTaken = z
  .object({
    message_id: z.string(),
    made_at: Instant,
    file: z.object({ slug: z.string(), message_id: z.string() }),
    /** The same answer was uploaded before; nothing has changed. */
    was_known: z.boolean(),
    /** Number of payments in the file; the answer may omit some. */
    payments: z.int(),
    results: z.array(
      z.object({
        slug: z.string(),
        number: z.string(),
        project: z.string(),
        amount_cents: z.int(),
        said: BankSaid,
        /** The bank did not pay, and the payout is open again. */
        put_back: z.boolean(),
        /** Set when the bank did not pay but the payout keeps its state. */
        kept: z.enum(refusedButKept).nullable(),
        /** A later answer supersedes this one. */
        is_superseded: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'OneAnswerTaken' })
export type OneAnswerTaken = z.infer<typeof OneAnswerTaken>
/** The file's earliest answer by the bank's timestamp, plus the other answers when the upload was a ZIP. */
const BankAnswerTaken = OneAnswerTaken.extend({ others: z.array(OneAnswerTaken) }).meta({
  id: 'BankAnswerTaken',
})
export type BankAnswerTaken = z.infer<typeof BankAnswerTaken>

export const payouts = {
  list: route({
    method: 'GET',
    path: '/api/v4/payouts/',
    shows: ['payout', 'project', 'approval'],
    access: 'view_payouts',
    wholeHouse: true,
    summary: 'List payouts with search, filters, ordering and paging; `sum_cents` covers all matches',
    query,
    response: pageOf(PayoutRow).extend({ sum_cents: z.int() }),
  }),
  export: exportRoute('payout', {
    path: '/api/v4/payouts/export/',
    alsoNeeds: 'view_payouts',
    wholeHouse: true,
    summary: 'Export the rows of the list as XLSX or CSV, with only the last four characters of IBANs',
    query: listQuery(payoutList, exportQuery(payoutList)),
  }),
  markPaid: route({
    method: 'POST',
    path: '/api/v4/payouts/mark-paid/',
    changes: ['payout', 'project', 'money'],
    access: 'change_payouts',
    wholeHouse: true,
    summary: 'Record that open or exported payouts were paid; all or none',
    body: chosen.safeExtend({
      paid_on: DayShape,
      reference: line(200).default(''),
      paid_from: z.enum(['bank', 'company'], 'validation.unknown_value').optional(),
    }),
    response: Done,
    idempotent: true,
  }),
  unmark: route({
    method: 'POST',
    path: '/api/v4/payouts/unmark/',
    changes: ['payout', 'project', 'money'],
    access: 'change_payouts',
    wholeHouse: true,
    summary: 'Unmark paid payouts, with a reason; they become open again',
    body: chosen.safeExtend({ reason }),
    response: Done,
    idempotent: true,
    approval: 'unmark',
  }),
  cancel: route({
    method: 'POST',
    path: '/api/v4/payouts/cancel/',
    changes: ['payout', 'project', 'money'],
    access: 'change_payouts',
    wholeHouse: true,
    summary: 'Cancel unpaid payouts, with a reason; their money waits for the next settlement',
    body: chosen.safeExtend({ reason }),
    response: Done,
    idempotent: true,
    approval: 'cancel',
  }),
  markArrived: route({
    method: 'POST',
    path: '/api/v4/payouts/mark-arrived/',
    changes: ['payout', 'project', 'money'],
    access: 'change_payouts',
    wholeHouse: true,
    summary: 'Record that paid payouts arrived, as confirmed by the organization; an earlier proof is kept',
    body: chosen.safeExtend({ arrived_on: DayShape, note: line(500).default('') }),
    response: Done,
    idempotent: true,
  }),
  findReferences: route({
    method: 'POST',
    path: '/api/v4/payouts/find-references/',
    // Finds what is pasted, keeps nothing.
    changes: [],
    access: 'change_payouts',
    wholeHouse: true,
    summary: 'Find payouts by pasted references or the text of a bank statement; stores nothing',
    body: z.strictObject({ text: z.string().trim().min(1, 'validation.required').max(500_000) }),
    response: z.object({
      found: z.array(
        PayoutRow.extend({
          /** The amount next to the reference, compared with the payout’s. */
          amount_seen: z.enum(amountsSeen),
        }),
      ),
      not_found: z.array(z.string()),
    }),
    idempotent: false,
  }),
  sepaPreview: route({
    method: 'POST',
    path: '/api/v4/payouts/sepa-preview/',
    // Shows what a file would hold, keeps nothing.
    changes: [],
    recorded: { action: 'read', object_type: 'payment_file' },
    access: 'change_payouts',
    wholeHouse: true,
    summary:
      'Preview a payment file: its payments with full IBANs, and the payouts left out; changes nothing',
    body: chosen.safeExtend({ again_slug: z.string().max(200).optional() }),
    response: SepaPreview,
    idempotent: false,
  }),
  sepaExport: route({
    method: 'POST',
    path: '/api/v4/payouts/sepa-export/',
    changes: ['payout', 'project'],
    access: 'change_payouts',
    wholeHouse: true,
    summary:
      'Create a payment file with one batch; its payouts become exported and enter another file only with a reason',
    body: chosen.safeExtend({
      format: z.enum(sepaFormats, 'validation.unknown_value').default('pain.001.001.09'),
      execute_on: DayShape,
      bank_account: z.string().max(200).default('main'),
      /** The reason to repeat one payout that another file already holds. */
      again_reason: line(500).optional(),
      /** The control sum that the person saw; the call is rejected when it differs. */
      expected_cents: z.int('validation.integer').min(0).optional(),
    }),
    response: PaymentFile.extend({ exported: z.array(z.string()), left_out: z.array(LeftOut) }),
    status: 201,
    location: '/api/v4/payouts/files/{slug}/',
    idempotent: true,
    refusals: [409],
  }),
  takeAnswer: route({
    method: 'POST',
    path: '/api/v4/payouts/bank-answers/',
    changes: ['payout', 'project'],
    access: 'change_payouts',
    wholeHouse: true,
    summary:
      'Upload the bank’s answer to a payment file (pain.002, payment status or payee verification), or a ZIP of several: ' +
      'all or none; payouts whose payments were refused become open again. Repeating an upload changes nothing',
    upload: {
      maxBytes: maxAnswerBytes,
      whole: {
        begins: /^(?:(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?[\s\0]*<|PK)/,
        within: 256,
        otherwise: { code: 'not_an_answer', reason: 'payouts.answer_errors.no_xml' },
      },
    },
    response: BankAnswerTaken,
    status: 201,
    ownTransaction: true,
  }),
  takeBankName: route({
    method: 'POST',
    path: '/api/v4/payouts/:slug/take-bank-name/',
    changes: ['payout', 'project'],
    access: 'change_payouts',
    wholeHouse: true,
    summary:
      'Propose the bank’s name for a close match as the account holder; always requires a second person',
    params: bySlug,
    body: z.strictObject({
      /** The name that the person saw. */
      bank_name: line(longestBankName).min(1, 'validation.required'),
    }),
    response: PayoutRow,
    idempotent: true,
    approval: 'bank_details',
    secondPerson: 'always',
    refusals: [409],
  }),
  file: route({
    method: 'GET',
    path: '/api/v4/payouts/files/:slug/',
    recorded: { action: 'download', object_type: 'payment_file' },
    access: 'change_payouts',
    wholeHouse: true,
    summary: 'Download a payment file again, as it was created',
    params: bySlug,
    response: 'file',
    media: [mediaTypes.xml, mediaTypes.xlsx],
  }),
}
