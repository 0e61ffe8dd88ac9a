import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Day } from '#shared/dates.ts'
import type { AuditContext } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { mainBankAccount } from '#features/ledger/server/accounts.ts'
import { importScanned } from '#features/bank-statements/server/import.ts'
import { type FilePart, nothingSaved, readStatementFile } from '#features/bank-statements/reading/file.ts'
import type { SavedLayouts } from '#features/bank-statements/reading/csv-columns.ts'
import { StatementError } from '#features/bank-statements/reading/statement.ts'

/** An own account in generated statements. */
export const houseIban = 'DE89370400440532013000'

export type MadeLine = {
  cents: number
  day?: string
  name?: string
  iban?: string
  text?: string
  reference?: string
  bankReference?: string
}
export type MadeStatement = {
  lines: MadeLine[]
  opening?: number
  /** The balance the file claims; the true one by default. */
  closing?: number
  number?: string
  iban?: string
  day?: string
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
export const euros = (cents: number, mark = '.') =>
  `${Math.trunc(Math.abs(cents) / 100)}${mark}${String(Math.abs(cents) % 100).padStart(2, '0')}`
const indicator = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT')
const balanceOf = ({ lines, opening = 0 }: MadeStatement) =>
  opening + lines.reduce((sum, line) => sum + line.cents, 0)

/** A statement as CAMT.053; version 8 and later nest state and parties one level deeper. */
export function camt(statements: MadeStatement[], version = '08'): string {
  return camtDocument(statements.map((one) => camtStatement(one, version)).join(''), version)
}

export const camtDocument = (inside: string, version = '08') => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}">
<BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-20T18:00:00+01:00</CreDtTm></GrpHdr>
${inside}</BkToCstmrStmt></Document>
`

/** The same as a day report, CAMT.052, with balances of these kinds. */
export function report(
  statement: MadeStatement,
  {
    opening = 'PRCD',
    closing = 'ITBD',
    version = '08',
  }: { opening?: string; closing?: string; version?: string } = {},
): string {
  return camt([statement], version)
    .replace('camt.053', 'camt.052')
    .replaceAll('BkToCstmrStmt>', 'BkToCstmrAcctRpt>')
    .replaceAll('Stmt>', 'Rpt>')
    .replace('<Cd>OPBD<', `<Cd>${opening}<`)
    .replace('<Cd>CLBD<', `<Cd>${closing}<`)
}

function camtStatement(statement: MadeStatement, version: string): string {
  const { opening = 0, number = '1', iban = houseIban, day = '2026-11-20' } = statement
  const balance = (code: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${indicator(cents)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>\n`
  return `<Stmt><Id>S${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>2026-11-20T18:00:00+01:00</CreDtTm>
<Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>
${balance('OPBD', opening)}${balance('CLBD', statement.closing ?? balanceOf(statement))}${statement.lines.map((line) => camtEntry(line, version, day)).join('')}</Stmt>
`
}

/** One entry of a statement. */
export function camtEntry(line: MadeLine, version = '08', day = '2026-11-20'): string {
  const { cents, name = 'Renate Albers', iban, text = 'Spende', reference, bankReference } = line
  const deep = Number(version) >= 8
  const role = cents < 0 ? 'Cdtr' : 'Dbtr'
  const party = `<Nm>${escape(name)}</Nm>`
  const at = line.day ?? day
  return `<Ntry><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${indicator(cents)}</CdtDbtInd><Sts>${deep ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts><BookgDt><Dt>${at}</Dt></BookgDt><ValDt><Dt>${at}</Dt></ValDt>${bankReference ? `<AcctSvcrRef>${bankReference}</AcctSvcrRef>` : ''}<BkTxCd><Prtry><Cd>NTRF+166</Cd></Prtry></BkTxCd><NtryDtls><TxDtls>${reference ? `<Refs><EndToEndId>${escape(reference)}</EndToEndId></Refs>` : ''}${Number(version) >= 3 ? `<Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${indicator(cents)}</CdtDbtInd>` : ''}${name || iban ? `<RltdPties>${name ? `<${role}>${deep ? `<Pty>${party}</Pty>` : party}</${role}>` : ''}${iban ? `<${role}Acct><Id><IBAN>${iban}</IBAN></Id></${role}Acct>` : ''}</RltdPties>` : ''}${text ? `<RmtInf><Ustrd>${escape(text)}</Ustrd></RmtInf>` : ''}</TxDtls></NtryDtls></Ntry>
`
}

/** A collective entry: its sum, the bank's text, and optionally its payments. */
export type MadeBatch = {
  cents: number
  day?: string
  bankReference?: string
  paymentId?: string
  payments?: MadeLine[]
}

/** One collective entry, on a statement or in a notice. */
export function batchEntry({
  cents,
  day = '2026-11-20',
  bankReference,
  paymentId,
  payments = [],
}: MadeBatch): string {
  const details = payments.map((payment) => {
    const inside = camtEntry(payment)
    return inside.slice(inside.indexOf('<TxDtls>'), inside.indexOf('</NtryDtls>'))
  })
  const batch = paymentId ? `<Btch><PmtInfId>${paymentId}</PmtInfId></Btch>` : ''
  return `<Ntry><Amt Ccy="EUR">${euros(cents)}</Amt><CdtDbtInd>${indicator(cents)}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${day}</Dt></ValDt>${bankReference ? `<AcctSvcrRef>${bankReference}</AcctSvcrRef>` : ''}<BkTxCd><Prtry><Cd>NTRF+191</Cd></Prtry></BkTxCd><NtryDtls>${batch}${details.join('')}</NtryDtls></Ntry>
`
}

/** A statement of one day whose lines are these collective entries, as CAMT.053. */
export function camtOfBatches(batches: MadeBatch[], opening = 0): string {
  const lines = batches.map(({ cents }) => ({ cents }))
  const made = camt([{ lines, opening }])
  const [first, last] = [made.indexOf('<Ntry>'), made.indexOf('</Stmt>')]
  return made.slice(0, first) + batches.map(batchEntry).join('') + made.slice(last)
}

/** A notice of single payments, CAMT.054: collective entries with their payments. */
export const notice = (batches: MadeBatch[], iban = houseIban) => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08">
<BkToCstmrDbtCdtNtfctn><GrpHdr><MsgId>N1</MsgId><CreDtTm>2026-11-20T18:00:00+01:00</CreDtTm></GrpHdr>
<Ntfctn><Id>N1</Id><CreDtTm>2026-11-20T18:00:00+01:00</CreDtTm><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>
${batches.map(batchEntry).join('')}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>
`

/** A statement as MT940 with German subfields. */
export function mt940(statement: MadeStatement): string {
  const { opening = 0, number = '47/2026', day = '2026-11-20', iban = houseIban } = statement
  const short = (date: string) => date.slice(2).replaceAll('-', '')
  const mark = (cents: number) => (cents < 0 ? 'D' : 'C')
  const lines = statement.lines.flatMap(
    ({ cents, name = '', iban: other = '', text = '', reference, day: at = day }) => {
      const purpose = `${reference ? `EREF+${reference} ` : ''}SVWZ+${text}`.match(/.{1,27}/gs) ?? []
      return [
        `:61:${short(at)}${short(at).slice(2)}${mark(cents)}R${euros(cents, ',')}N166NONREF`,
        `:86:166?00GUTSCHRIFT${purpose.map((piece, nth) => `?${20 + nth}${piece}`).join('')}${other ? `?31${other}` : ''}?32${name}`,
      ]
    },
  )
  const closing = statement.closing ?? balanceOf(statement)
  return [
    ':20:STARTUMS',
    `:25:${iban}`,
    `:28C:${number}`,
    `:60F:${mark(opening)}${short(day)}EUR${euros(opening, ',')}`,
    ...lines,
    `:62F:${mark(closing)}${short(day)}EUR${euros(closing, ',')}`,
    '-',
    '',
  ].join('\r\n')
}

/** Books a statement of one day on the main account, as an uploaded file would; returns its lines in order. */
export async function bookStatement(
  tx: Db,
  context: AuditContext,
  { day, cents, opening_cents = 0 }: { day: Day; cents: readonly number[]; opening_cents?: number },
): Promise<number[]> {
  const sum = cents.reduce((total, one) => total + one, 0)
  const credit_cents = cents.reduce((total, one) => total + Math.max(0, one), 0)
  const balances = { opening_cents, closing_cents: opening_cents + sum }
  async function* parts(): AsyncGenerator<FilePart> {
    const file = ''
    yield { kind: 'begin', file, format: 'camt.053', number: day, account: null, line: 1 }
    for (const amount_cents of cents) {
      const said = {
        name: 'Jemand',
        iban: '',
        text: 'Spende',
        reference: '',
        bank_reference: '',
        booking: '',
      }
      const days = { booked_on: day, valued_on: day }
      yield { kind: 'line', file, line: 1, ...days, amount_cents, ...said, is_reversal: false }
    }
    yield { kind: 'end', file, ...balances, from: day, to: day, pending: 0, notes: [], line: 1 }
  }
  const file = await tx
    .insertInto('bank_statement_files')
    .values({ filename: day, size_bytes: 0, state: 'done', created_at: context.now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const scanned = {
    bank_account_id: await mainBankAccount(tx),
    number: day,
    format: 'camt.053' as const,
    from: day,
    to: day,
    ...balances,
    credit_cents,
    debit_cents: credit_cents - sum,
    lines: cents.length,
    pending: 0,
    sequence: { days: cents.map(() => day), cents: [...cents] },
    notes: [],
    collectives: [],
  }
  const { fresh } = await importScanned(tx, context, { file_id: file.id, scanned: [scanned], read: parts })
  return fresh
}

/** All parts of a file with this content. */
export async function partsOf(
  content: string | Uint8Array | AsyncIterable<string>,
  saved: SavedLayouts = nothingSaved,
): Promise<FilePart[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almoner-statement-'))
  try {
    const path = join(folder, 'file')
    await writeFile(path, content)
    const parts: FilePart[] = []
    for await (const part of readStatementFile(path, saved)) parts.push(part)
    return parts
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Only the booked lines. */
export const linesIn = (parts: FilePart[]) => parts.flatMap((part) => (part.kind === 'line' ? [part] : []))
export const endsIn = (parts: FilePart[]) => parts.flatMap((part) => (part.kind === 'end' ? [part] : []))

/** The reason and line of a refusal. */
export async function refusalOf(content: string | Uint8Array, saved?: SavedLayouts) {
  try {
    await partsOf(content, saved)
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    return [error.code, error.line, error.parameters] as const
  }
  throw new Error('it was read')
}
