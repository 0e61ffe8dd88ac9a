import { sql } from 'kysely'
import { showDay } from '#shared/dates.ts'
import { maskName } from '#shared/mask-name.ts'
import type { Locale } from '#shared/messages.ts'
import type { Holder, Permission } from '#shared/permissions.ts'
import { seesDonors } from '#shared/personal-data.ts'
import type { Db } from '#server/db/db.ts'
import { containsWords, paging } from '#server/lists/list-query.ts'
import { findActiveUser, fullNameWithUsername } from '#server/auth/session.ts'
import { text, textOf } from '#server/base/texts.ts'
import type { GenerationRow, GenerationRun } from '../contract.ts'
import type { Refusal, RefusalCode } from '../rules.ts'
import { missingRightForRun, shownState } from '../run-rules.ts'
import { templateTitle } from './built-in-templates.ts'
import { numbersOf } from './number-gaps.ts'
import type { StoredRun } from './runs.ts'

export const inWords = (locale: Locale, { code, date, number, letters }: Refusal) => ({
  code,
  text: textOf(locale, `documents.receipts.why.${code}`, {
    ...(date && { date: showDay(date) }),
    ...(number && { number }),
    ...(code === 'letters_missing' && { letters: letters ?? '' }),
  }),
})

type CauseCount = { code: RefusalCode; count: number; organizations: number; organization: string }

/** Causes with the number of gifts and the organization if there is only one; a gift counts under its first cause. */
export const causesInWords = (locale: Locale, causes: readonly CauseCount[]) =>
  causes.map(({ organization, ...cause }) => ({
    ...cause,
    text: textOf(locale, `documents.receipts.causes.${cause.code}`),
    organization: cause.organizations === 1 ? organization : null,
  }))

type Tally = {
  issued: number
  issued_cents: number
  refused: number
  refused_cents: number
  waiting: number
  waiting_cents: number
}

export async function presentRun(
  db: Db,
  run: StoredRun,
  { locale, now }: { locale: Locale; now: Date },
): Promise<GenerationRun> {
  const { rows } = await sql<Tally>`
    select count(*) filter (where state = 'issued')::int as issued,
      coalesce(sum(amount_cents) filter (where state = 'issued'), 0)::bigint as issued_cents,
      count(*) filter (where state = 'refused')::int as refused,
      coalesce(sum(amount_cents) filter (where state = 'refused'), 0)::bigint as refused_cents,
      count(*) filter (where state = 'waiting')::int as waiting,
      coalesce(sum(amount_cents) filter (where state = 'waiting'), 0)::bigint as waiting_cents
    from generation_rows where run_id = ${run.id}`.execute(db)
  const tally = rows[0]!
  const { rows: causes } = await sql<CauseCount>`
    select reasons->0->>'code' as code, count(*)::int as count, count(distinct organization_id)::int as organizations,
      min(organizations.title) as organization
    from generation_rows join organizations on organizations.id = organization_id
    where run_id = ${run.id} and state = 'refused' group by 1 order by 2 desc, 1`.execute(db)
  const { rows: issuers } = await sql<{ id: number }>`
    select distinct organization_id as id from generation_rows
    where run_id = ${run.id} and state = 'issued'`.execute(db)
  const year = Number(run.issue_day.slice(0, 4))
  const isReceipt = run.kind === 'donation_receipt' || run.kind === 'collective_receipt'
  const numbers = isReceipt ? await numbersOf(db, { organizations: issuers.map(({ id }) => id), year }) : []
  const user = await db
    .selectFrom('users')
    .select(['username', 'first_name', 'last_name'])
    .where('id', '=', run.user_id)
    .executeTakeFirstOrThrow()
  const seconds =
    run.started_at === null
      ? 0
      : ((run.finished_at ?? run.beat_at ?? now).getTime() - run.started_at.getTime()) / 1000
  return {
    id: run.id,
    kind: run.kind,
    template: await templateTitle(db, run.template, locale),
    state: shownState(run, now),
    issue_day: run.issue_day,
    by: fullNameWithUsername(user),
    created_at: run.created_at.toISOString(),
    started_at: run.started_at?.toISOString() ?? null,
    finished_at: run.finished_at?.toISOString() ?? null,
    gifts: run.gifts,
    total: run.total,
    issued: tally.issued,
    issued_cents: tally.issued_cents,
    issuable: tally.issued + tally.waiting,
    issuable_cents: tally.issued_cents + tally.waiting_cents,
    refused: tally.refused,
    refused_cents: tally.refused_cents,
    left: tally.waiting,
    lacks: run.state === 'failed' ? await lackedByStarter(db, run) : null,
    per_second: seconds >= 1 && tally.issued > 0 ? Math.round((tally.issued / seconds) * 10) / 10 : null,
    causes: causesInWords(locale, causes),
    numbers: numbers.map(({ title, year: of, first, last, count, gaps }) => ({
      organization: title,
      year: of,
      first,
      last,
      count,
      gaps,
    })),
  }
}

/** The right without which a run does not continue in its starter's name. */
async function lackedByStarter(db: Db, run: StoredRun): Promise<Permission | null> {
  const user = await findActiveUser(db, run.user_id)
  return user ? (missingRightForRun(user, run.kind) ?? null) : 'create_documents'
}

type Stored = {
  place: number
  state: 'waiting' | 'issued' | 'refused'
  donor: string
  organization: string
  gift: string | null
  project_slug: string
  amount_cents: number
  gift_day: string
  number: string | null
  document_slug: string | null
  document_title: string | null
  withdrawn: boolean
  reasons: Refusal[]
}

type RowQuery = {
  page: number
  page_size: number
  state?: Stored['state'] | undefined
  reason?: RefusalCode | undefined
  search: string
}

/** One page of a run's results; a person who may not see donors cannot search by their names either. */
export async function rowsOfRun(
  db: Db,
  run: StoredRun,
  query: RowQuery,
  { locale, user }: { locale: Locale; user: Holder },
) {
  const words = containsWords(query.search)
  const where = sql`row.run_id = ${run.id}
    ${query.state ? sql`and row.state = ${query.state}` : sql``}
    ${query.reason ? sql`and row.state = 'refused' and row.reasons->0->>'code' = ${query.reason}` : sql``}
    ${
      words
        ? sql`and (row.organization_id in (select id from organizations where ${words})
            or row.document_id in (select id from documents where ${words})
            ${seesDonors(user) ? sql`or row.donor_id in (select id from donors where ${words})` : sql``})`
        : sql``
    }`
  const { rows: counted } = await sql<{ n: number }>`
    select count(*)::int as n from generation_rows row where ${where}`.execute(db)
  const page = paging(counted[0]!.n, query)
  const { rows } = await sql<Stored>`
    select row.place, row.state, coalesce(donor.name, '') as donor, organizations.title as organization,
      case when cardinality(row.funding_ids) = 1 then gift.number end as gift, project.slug as project_slug,
      row.amount_cents, row.gift_day, documents.number, documents.slug as document_slug,
      documents.filename as document_title, documents.withdrawn_at is not null as withdrawn, row.reasons
    from (select * from generation_rows row where ${where}
      order by row.state <> 'waiting', row.place
      limit ${query.page_size} offset ${(query.page - 1) * query.page_size}) row
    join organizations on organizations.id = row.organization_id
    join fundings gift on gift.id = row.funding_ids[1]
    join projects project on project.id = gift.project_id
    left join donors donor on donor.id = row.donor_id
    left join documents on documents.id = row.document_id
    order by row.state <> 'waiting', row.place`.execute(db)
  const atWork = run.state === 'running' ? await nextPlace(db, run.id) : undefined
  const results: GenerationRow[] = rows.map(
    ({ document_slug, document_title, withdrawn, reasons, ...row }) => ({
      ...row,
      state: row.state === 'waiting' && row.place === atWork ? 'in_work' : row.state,
      donor: seesDonors(user) ? row.donor : maskName(row.donor),
      document: document_slug === null ? null : { slug: document_slug, title: document_title!, withdrawn },
      reasons: reasons.map((reason) => inWords(locale, reason)),
    }),
  )
  return { ...page, results }
}

async function nextPlace(db: Db, runId: number): Promise<number | undefined> {
  const { rows } = await sql<{ place: number }>`
    select place from generation_rows where run_id = ${runId} and state = 'waiting' order by place limit 1`.execute(
    db,
  )
  return rows[0]?.place
}

export const resultColumns = (locale: Locale) =>
  (
    [
      'documents.receipts.donor',
      'documents.receipts.issuer',
      'documents.receipts.amount',
      'documents.receipts.gift_day',
      'documents.receipts.number',
      'documents.receipts.result',
      'documents.receipts.reasons',
    ] as const
  ).map((key) => ({
    header: text(locale, key),
    kind: key.endsWith('.amount')
      ? ('money_cents' as const)
      : key.endsWith('_day')
        ? ('date' as const)
        : ('text' as const),
    width: 24,
  }))

const block = 100

/** Every result of a run, block by block. */
export async function* allResults(db: Db, run: StoredRun, by: { locale: Locale; user: Holder }) {
  for (let page = 1; ; page++) {
    const { results, total_pages } = await rowsOfRun(db, run, { page, page_size: block, search: '' }, by)
    for (const row of results)
      yield [
        row.donor,
        row.organization,
        row.amount_cents,
        row.gift_day,
        row.number ?? '',
        textOf(by.locale, `documents.receipts.rows.${row.state}`),
        row.reasons.map((reason) => reason.text).join('; '),
      ]
    if (page >= total_pages) return
  }
}
