import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { atRate, rateFor, type Rates } from '../rates.ts'
import { addEvidence, noEvidence } from '../columns/evidence.ts'
import { belowHeader, leftOutReason } from '../reading/scan.ts'
import { repairer } from '../repair.ts'
import { giftOf, readRow, receivedOn } from '../rules.ts'
import { currencyQuestion } from './questions.ts'
import type { ImportRecord } from './records.ts'
import { choicesOf } from './staged-row.ts'

type RateRequest = { currency: string; rates: Rates; today: Day }

/** Gifts of a day in their currency; `cents` is the sum in euro cents, null without a rate. */
type DaySum = { day: Day; gifts: number; source_cents: number; cents: number | null }

/** Maximum number of days listed. */
const namedDays = 366

/**
 * Sums of a currency's amounts by year and by day, and their conversion, each gift rounded separately as it will be
 * booked. Covers the whole file once it was checked, else its first rows; includes rows refused for other reasons.
 */
export async function rateSums(db: Db, record: ImportRecord, asked: RateRequest) {
  const is_sample = record.counts === null
  const days = is_sample ? sampleSums(record, asked) : await stagedSums(db, record, asked)
  const years = [...Map.groupBy(days, ({ day }) => Number(day.slice(0, 4)))].map(([year, of]) => ({
    year,
    ...totalOf(of),
  }))
  return {
    is_sample,
    ...totalOf(days),
    years,
    days: days.slice(0, namedDays),
    more_days: Math.max(0, days.length - namedDays),
  }
}

function totalOf(sums: readonly Omit<DaySum, 'day'>[]): Omit<DaySum, 'day'> {
  const isOpen = sums.some(({ cents }) => cents === null)
  return {
    gifts: sums.reduce((all, { gifts }) => all + gifts, 0),
    source_cents: sums.reduce((all, { source_cents }) => all + source_cents, 0),
    cents: isOpen ? null : sums.reduce((all, { cents }) => all + cents!, 0),
  }
}

/** Amounts without a currency were staged as EUR; they are the ones in question. */
const currenciesInQuestion = (record: ImportRecord, currency: string) =>
  currencyQuestion(record)?.currency === null ? [currency, 'EUR'] : [currency]

async function stagedSums(db: Db, record: ImportRecord, { currency, rates }: RateRequest): Promise<DaySum[]> {
  const points = Object.fromEntries(Object.entries(rates).map(([key, rate]) => [key, rate.replace(',', '.')]))
  const { rows } = await sql<DaySum>`
    with gift as (
      select received_on::text as day, source_cents,
        (coalesce(rates ->> (${currency} || ' ' || received_on::text), rates ->> (${currency} || ' ' || left(received_on::text, 4)),
          rates ->> ${currency}))::numeric as rate
      from import_rows, (select ${JSON.stringify(points)}::jsonb as rates) given
      where import_id = ${record.id} and currency = any(${currenciesInQuestion(record, currency)}::text[])
        and reversal_hash is null
    )
    select day, count(*) as gifts, sum(source_cents)::bigint as source_cents,
      case when count(rate) = count(*) then sum(round(source_cents * rate))::bigint end as cents
    from gift group by day order by day`.execute(db)
  return rows
}

function sampleSums(record: ImportRecord, { currency, rates, today }: RateRequest): DaySum[] {
  const { head, mapping, options } = record
  const rows = belowHeader(head.rows, head.facts.kind === 'grants360' ? { header: false } : mapping)
    .map(repairer(mapping.repairs ?? []))
    .filter((row) => !leftOutReason(mapping, row))
  const evidence = noEvidence()
  for (const row of rows) addEvidence(evidence, mapping, row.cells)
  const meant = currenciesInQuestion(record, currency)
  const sums = new Map<Day, DaySum>()
  for (const row of rows) {
    const result = readRow(mapping, evidence, row, { ...choicesOf(options, today), anyCurrency: true })
    const gift = giftOf(result)
    if (!gift || gift.amount_cents < 0 || !meant.includes(gift.currency ?? 'EUR')) continue
    const day = receivedOn(gift, today)
    const rate = rateFor(currency, { year: Number(day.slice(0, 4)), date: day }, rates)
    const cents = rate === undefined ? null : (atRate(gift.amount_cents, rate) ?? null)
    const before = sums.get(day)
    sums.set(day, {
      day,
      ...totalOf([...(before ? [before] : []), { gifts: 1, source_cents: gift.amount_cents, cents }]),
    })
  }
  return [...sums.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
