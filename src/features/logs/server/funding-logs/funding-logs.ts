import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { ListQuery } from '#shared/lists/list.ts'
import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { containsWords } from '#server/lists/list-query.ts'
import { nameOfJoined } from '#server/auth/session.ts'
import { text, textOf } from '#server/base/texts.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import {
  exportColumns,
  type ExportContext,
  type ExportParameters,
  type ListExport,
} from '#features/exports/server/list-export.ts'
import type { FundingLogRow } from '../../funding-logs/funding-logs.ts'
import { defundCells, internalFundingCells } from '../../funding-logs/cells.ts'
import { defundList, internalFundingList } from '../../funding-logs/table.ts'
import type { JournalQuery } from '../journal/query.ts'
import { allJournalIds, journalPage } from '../journal/rows.ts'

type LogQuery = ListQuery<typeof internalFundingList>

/** Transaction kinds of each log. */
const kinds = { internal_fundings: ['funded_internally'], defunds: ['defunded', 'claim_opened'] } as const
export type FundingLog = keyof typeof kinds

/** Maximum number of projects that a search includes; beyond that, the project list is the better search. */
const mostProjects = 500

/** The journal query of a log: its transaction kinds and the projects that the search finds. */
async function asJournal(db: Db, log: FundingLog, query: LogQuery): Promise<JournalQuery> {
  const words = containsWords(query.search)
  const found =
    words &&
    (
      await sql<{
        slug: string
      }>`select slug from projects where ${words} order by id limit ${sql.lit(mostProjects)}`.execute(db)
    ).rows.map((row) => row.slug)
  const { project } = query.filters
  const projects = found && project ? found.filter((slug) => project.includes(slug)) : (found ?? project)
  return {
    ...query,
    search: '',
    filters: { ...query.filters, kind: [...kinds[log]], project: projects, account: undefined },
  }
}

export async function listFundingLog(db: Db, log: FundingLog, query: LogQuery, locale: Locale) {
  const { ids, ...page } = await journalPage(db, await asJournal(db, log, query))
  return { ...page, results: await fundingLogRows(db, ids, locale) }
}

/** Transactions with these ids, in their order, with their gift. */
async function fundingLogRows(db: Db, ids: readonly number[], locale: Locale): Promise<FundingLogRow[]> {
  type Stored = {
    id: number
    business_day: Day
    project_slug: string
    project_title: string
    company_slug: string | null
    company_title: string | null
    funding_type: keyof typeof fundingTypes
    amount_cents: number
    state: string
    note: string
    actor_id: number | null
    username: string | null
    first_name: string | null
    last_name: string | null
    created_at: Date
  }
  const { rows } = await sql<Stored>`
    select entry.id, entry.business_day, entry.amount_cents, entry.note, entry.created_by as actor_id, entry.created_at,
      person.username, person.first_name, person.last_name, project.slug as project_slug, project.title as project_title,
      company.slug as company_slug, company.title as company_title, funding.funding_type, funding.state
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, place)
    join ledger_transactions entry on entry.id = wanted.id
    cross join lateral (select funding_id from ledger_rows where transaction_id = entry.id order by id limit 1) first_row
    join fundings funding on funding.id = first_row.funding_id
    join projects project on project.id = funding.project_id
    left join companies company on company.id = funding.company_id
    left join users person on person.id = entry.created_by
    order by wanted.place`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    business_day: row.business_day,
    project: { slug: row.project_slug, title: row.project_title },
    company: row.company_slug === null ? null : { slug: row.company_slug, title: row.company_title! },
    funding_type: row.funding_type,
    funding_type_display: textOf(locale, fundingTypes[row.funding_type].text),
    amount_cents: row.amount_cents,
    outcome: row.state,
    outcome_display: textOf(locale, `ledger.states.${row.state}`),
    note: row.note,
    actor: nameOfJoined(row) ?? text(locale, 'tasks.system'),
    actor_id: row.actor_id,
    created_at: row.created_at.toISOString(),
  }))
}

const exported =
  (log: FundingLog) =>
  async (
    db: Db,
    query: LogQuery,
    wanted: ExportParameters,
    asked: ExportContext,
  ): Promise<ListExport<FundingLogRow>> => {
    const { locale } = asked
    return {
      ...asked,
      name: text(locale, `funding_logs.${log}`),
      list: log === 'defunds' ? defundList : internalFundingList,
      query,
      ids: await allJournalIds(db, await asJournal(db, log, query)),
      rowsByIds: (reader, ids) => fundingLogRows(reader, ids, locale),
      columns:
        log === 'defunds'
          ? exportColumns(defundList, defundCells, wanted, locale)
          : exportColumns(internalFundingList, internalFundingCells, wanted, locale),
    }
  }

export const exportOfInternalFundings = exported('internal_fundings')
export const exportOfDefunds = exported('defunds')
