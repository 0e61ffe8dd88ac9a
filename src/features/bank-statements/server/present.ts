import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { textOf } from '#server/base/texts.ts'
import { maskedIban } from '#shared/iban.ts'
import type { Locale } from '#shared/messages.ts'
import { breaksOf, type Chained, inOrder } from '../chain.ts'
import type { BankLine, StatementFile, StatementRow } from '../contract.ts'
import { type Failure, failureText } from './failure.ts'
import type { readFile } from './files.ts'
import type { Line } from './lines.ts'

/** A stored statement with its account and counts. */
export type Statement = Chained & {
  bank_account_id: number
  number: string
  format: StatementRow['format']
  lines: number
  credit_cents: number
  debit_cents: number
  notes: string[]
  created_at: Date
  slug: string
  title: string
  iban: string
  counts: StatementRow['counts'] | null
}

const selected = sql`
  select statement.*, house.slug, house.title, house.iban,
    (select jsonb_build_object('open', count(*) filter (where state = 'open'), 'held', count(*) filter (where state = 'held'),
      'matched', count(*) filter (where state = 'matched'), 'ignored', count(*) filter (where state = 'ignored'))
      from bank_lines where statement_id = statement.id) as counts
  from bank_statements statement join bank_accounts house on house.id = statement.bank_account_id`

/** One page of statements, newest first. */
export async function listStatements(db: Db, { page, page_size }: { page: number; page_size: number }) {
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n from bank_statements`.execute(
    db,
  )
  const { rows } = await sql<Statement>`
    ${selected} order by statement.to_day desc, statement.id desc limit ${page_size} offset ${(page - 1) * page_size}`.execute(
    db,
  )
  return { n: counted[0]!.n, rows }
}

/** One statement; throws notFound. */
export async function readStatement(db: Db, id: number): Promise<Statement> {
  const { rows } = await sql<Statement>`${selected} where statement.id = ${id}::bigint`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

/** Statements of some accounts as links of their chains, by account. */
export async function chainsOf(db: Db, accounts: readonly number[]) {
  const { rows } = await sql<Chained & { bank_account_id: number; number: string }>`
    select id, bank_account_id, number, from_day, to_day, opening_cents, closing_cents, has_balances, is_day_report
    from bank_statements where bank_account_id = any(${accounts}::bigint[])`.execute(db)
  return [...Map.groupBy(rows, (row) => row.bank_account_id).values()]
}

export async function presentStatements(
  db: Db,
  statements: readonly Statement[],
  locale: Locale,
): Promise<StatementRow[]> {
  const chains = await chainsOf(db, [...new Set(statements.map((one) => one.bank_account_id))])
  const breaks = new Map(chains.flatMap((chain) => [...breaksOf(chain)]))
  const numbers = new Map(chains.flat().map((one) => [one.id, one.number]))
  return statements.map((one) => {
    const found = breaks.get(one.id)
    return {
      id: one.id,
      number: one.number,
      format: one.format,
      is_day_report: one.is_day_report,
      account: { slug: one.slug, title: one.title, iban: maskedIban(one.iban) },
      from_day: one.from_day,
      to_day: one.to_day,
      opening_cents: one.opening_cents,
      credit_cents: one.credit_cents,
      debit_cents: one.debit_cents,
      closing_cents: one.closing_cents,
      lines: one.lines,
      counts: one.counts ?? { open: 0, held: 0, matched: 0, ignored: 0 },
      notes: one.notes.map((note) => noteOf(note, locale)),
      break: found ? { difference_cents: 0, ...found, other_number: numbers.get(found.other) ?? '' } : null,
      created_at: one.created_at.toISOString(),
    }
  })
}

/**
 * A stored note. After its code come element and line of a schema violation, the number of skipped entries, or the end
 * of the file's IBAN.
 */
function noteOf(note: string, locale: Locale): StatementRow['notes'][number] {
  const title = changedLayout(note)
  if (title !== '')
    return { code: 'layout_changed', text: textOf(locale, 'bank_statements.notes.layout_changed', { title }) }
  const [code, said = '', line = ''] = note.split(':') as [string, string?, string?]
  // An MT940 field is named as in the file.
  const element = code === 'odd_part' && /^\d\d$/.test(said) ? `:${said}:` : said
  if (code === 'pending_left_out' && element !== '')
    return { code, text: textOf(locale, 'bank_statements.notes.pending_count', { count: Number(element) }) }
  if (code === 'zero_left_out')
    return { code, text: textOf(locale, 'bank_statements.notes.zero_left_out', { count: Number(said) }) }
  if (code === 'other_currency')
    return {
      code,
      text: textOf(locale, 'bank_statements.notes.other_currency', { currency: said, count: Number(line) }),
    }
  return { code, text: textOf(locale, `bank_statements.notes.${code}`, { element, line, iban: element }) }
}

export async function nextOpen(db: Db, { id }: Statement) {
  const { rows } = await sql<Chained & { number: string }>`
    select statement.* from bank_statements statement
    where statement.id <> ${id}::bigint
      and exists (select from bank_lines where statement_id = statement.id and state = 'open')`.execute(db)
  const next = inOrder(rows)[0]
  return next ? { id: next.id, number: next.number } : null
}

export async function presentLines(db: Db, lines: readonly Line[]): Promise<BankLine[]> {
  const { rows } = await sql<BankLine['parts'][number] & { line_id: number }>`
    select part.line_id, part.target_type, part.amount_cents,
      coalesce(payout.slug, claim.slug, pledge.slug, project.slug, house.slug, part.provider, other.id::text, part.target_type)
        as target_slug,
      coalesce(payout.number, pledge.number, project.title, house.title, part.provider, nullif(other.name, ''), left(other.text, 80), '')
        as title
    from bank_line_parts part
    left join payouts payout on payout.id = part.payout_id
    left join recovery_claims claim on claim.id = part.claim_id
    left join fundings pledge on pledge.id = part.funding_id and part.target_type = 'private_donation'
    left join projects project on project.id = coalesce(part.project_id, claim.project_id)
    left join bank_accounts house on house.id = part.bank_account_id
    left join bank_lines other on other.id = part.other_line_id
    where part.undone_at is null and part.line_id = any(${lines.map((line) => line.id)}::bigint[])
    order by part.id`.execute(db)
  const parts = Map.groupBy(rows, (row) => row.line_id)
  return lines.map(({ bank_account_id: _account, decided_by: _by, decided_name, ...line }) => ({
    ...line,
    iban: maskedIban(line.iban),
    decided_by: decided_name,
    decided_at: line.decided_at?.toISOString() ?? null,
    parts: (parts.get(line.id) ?? []).map(({ line_id: _line, ...part }) => part),
  }))
}

export async function presentFile(
  db: Db,
  record: Awaited<ReturnType<typeof readFile>>,
  locale: Locale,
): Promise<StatementFile> {
  const statements = await db
    .selectFrom('bank_statements')
    .select(['id', 'notes'])
    .where('file_id', '=', record.id)
    .orderBy('id')
    .execute()
  const failure = record.failure as Failure | null
  const { id, filename, lines, lines_known, lines_pending, lines_matched } = record
  const { lines_resolved, lines_unresolved, lines_total, lines_done } = record
  return {
    id,
    filename,
    state: record.state as StatementFile['state'],
    failure: failure && {
      code: failure.code,
      text: failureText(failure, locale),
      line: failure.line ?? null,
    },
    statements: statements.map((one) => one.id),
    lines,
    lines_known,
    lines_pending,
    lines_matched,
    lines_resolved,
    lines_unresolved,
    lines_total,
    lines_done,
    left_out: statements
      .flatMap(({ notes }) => notes)
      .filter((note) => /^(?:zero_left_out|other_currency):/.test(note))
      .map((note) => noteOf(note, locale).text),
    layout_changed:
      statements
        .flatMap(({ notes }) => notes)
        .map(changedLayout)
        .find(Boolean) ?? '',
  }
}

/** Title of the saved layout that a note reports as changed; empty for other notes. */
const changedLayout = (note: string) =>
  note.startsWith('layout_changed:') ? note.slice('layout_changed:'.length) : ''
