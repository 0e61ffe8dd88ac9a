import { sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { balanceOf, mainBank } from '#features/ledger/server/accounts.ts'
import type { GiftProject } from '#features/ledger/server/private-gifts.ts'
import type { FilePart } from '#features/bank-statements/reading/file.ts'
import { certainMatches } from '#features/bank-statements/server/auto-match.ts'
import { importScanned } from '#features/bank-statements/server/import.ts'
import { matchLine } from '#features/bank-statements/server/match.ts'
import { scanFile } from '#features/bank-statements/server/scan.ts'
import type { WantedPart } from '#features/bank-statements/server/targets.ts'
import { holdLine, ignoreLine } from '#features/bank-statements/server/undo.ts'
import { type Decision, type DemoLine, statements } from '../statements.ts'
import type { Colleague } from './colleagues.ts'
import type { MadeGift } from './donations.ts'

type StatementContext = {
  today: Day
  by: Colleague
  projects: readonly GiftProject[]
  gifts: readonly MadeGift[]
}

/** A month of bank statements, imported week by week and processed in part. */
export async function seedStatements(tx: Db, around: StatementContext): Promise<void> {
  const { today, by } = around
  const first = addDays(today, -statements[0]!.from)
  const ignored = new Map<number, number>()
  let opening_cents = await balanceOf(tx, await mainBank(tx), addDays(first, -1))
  for (const [week, { from, to, lines: written }] of statements.entries()) {
    const days = { from: addDays(today, -from), to: addDays(today, -to) }
    const given = [...written, ...(await debitsOf(tx, days, today))].toSorted((a, b) => b.back - a.back)
    const sum = given.reduce((total, line) => total + line.cents, 0)
    const file = { number: `${40 + week}/${days.to.slice(0, 4)}`, ...days, opening_cents, sum }
    const lines = await importStatement(tx, around, file, given)
    const context = by(addDays(today, -Math.max(0, to - 1)))
    const certain = new Map((await certainMatches(tx, lines)).map(({ id, parts }) => [id, parts]))
    for (const [at, id] of lines.entries()) {
      const { decision, cents } = given[at]!
      if (!decision) continue
      if ('hold' in decision) await holdLine(tx, context, id, decision.hold)
      else if ('ignore' in decision) {
        await ignoreLine(tx, context, id, decision.ignore)
        ignored.set(cents, id)
      } else {
        const parts = partsOf(decision, cents, { ...around, ignored }) ?? certain.get(id)!
        await matchLine(tx, context, id, { parts, is_auto: 'auto' in decision, today })
      }
    }
    opening_cents += sum
  }
}

/** Payouts marked as paid are debited a day later; the last one is still on its way. */
async function debitsOf(tx: Db, { from, to }: { from: Day; to: Day }, today: Day): Promise<DemoLine[]> {
  const { rows } = await sql<{ number: string; cents: number; name: string; back: number }>`
    select number, amount_cents as cents, organization_title as name, ${today}::date - paid_on - 1 as back from payouts
    where state = 'marked_paid' and bank_account_id is not null and paid_on + 1 between ${from}::date and ${to}::date
      and id <> (select max(id) from payouts where state = 'marked_paid' and bank_account_id is not null)
    order by id`.execute(tx)
  return rows.map(({ number, cents, ...row }) => ({
    ...row,
    cents: -cents,
    text: `SEPA ${number}`,
    decision: { auto: true },
  }))
}

type Week = { number: string; from: Day; to: Day; opening_cents: number; sum: number }

/** Imports a statement as the file reader would; returns its lines in order. */
async function importStatement(
  tx: Db,
  { today, by, ...around }: StatementContext,
  { sum, ...week }: Week,
  given: readonly DemoLine[],
): Promise<number[]> {
  const context = by(week.to)
  const { iban } = await tx
    .selectFrom('bank_accounts')
    .select('iban')
    .where('slug', '=', 'main')
    .executeTakeFirstOrThrow()
  const said = (text: string) =>
    text
      .replace(/\{gift (\d+)\}/g, (_, at: string) => around.gifts[Number(at)]!.number)
      .replace(/\{title (\d+)\}/g, (_, at: string) => around.projects[Number(at)]!.title)
  async function* parts(): AsyncGenerator<FilePart> {
    const file = ''
    yield { kind: 'begin', file, format: 'camt.053', number: week.number, account: { iban }, line: 1 }
    for (const [at, { back, cents, name, iban: other = '', text, booking = '' }] of given.entries()) {
      const day = addDays(today, -back)
      yield {
        kind: 'line',
        file,
        line: at + 2,
        booked_on: day,
        valued_on: day,
        amount_cents: cents,
        name,
        iban: other,
        text: said(text),
        reference: '',
        bank_reference: '',
        booking,
        is_reversal: false,
      }
    }
    const closing_cents = week.opening_cents + sum
    yield { kind: 'end', pending: 0, file, ...week, closing_cents, notes: [], line: given.length + 2 }
  }
  const record = await tx
    .insertInto('bank_statement_files')
    .values({
      filename: `${week.number.replace('/', '-')}.xml`,
      size_bytes: 0,
      state: 'done',
      lines: given.length,
      created_by: context.actor.id,
      created_at: context.now,
      finished_at: context.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const scanned = await scanFile(tx, parts(), { account: null, today })
  const { fresh } = await importScanned(tx, context, { file_id: record.id, scanned, read: parts })
  return fresh
}

function partsOf(
  decision: Decision,
  cents: number,
  { projects, ignored }: { projects: readonly GiftProject[]; ignored: ReadonlyMap<number, number> },
): WantedPart[] | undefined {
  const amount_cents = Math.abs(cents)
  if ('fees' in decision) return [{ target_type: 'fees', target_slug: 'fees', amount_cents }]
  if ('sendsBack' in decision)
    return [{ target_type: 'bank_line', target_slug: String(ignored.get(-cents)), amount_cents }]
  if (!('projects' in decision)) return undefined
  return decision.projects.map(({ project, euros }) => ({
    target_type: 'project',
    target_slug: projects[project]!.slug,
    amount_cents: euros * 100,
  }))
}
