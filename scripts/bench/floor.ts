/**
 * The floor that list calls are measured against: node:http, one prepared statement per call, the exact count in the
 * same statement, rows joined after the limit. It answers the same JSON as the product and does nothing else: nobody
 * signs in, nothing is validated, nothing is logged, no count is kept. node scripts/bench/floor.ts, DATABASE_URL.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'
import { typeParsers } from '#server/db/parsers.ts'
import { moneyAnswer } from './money-floor.ts'

// As in the product: compiling a statement costs more than running it.
const jit = '-c jit=off'
const settings = { connectionString: process.env.DATABASE_URL, max: 10, types: typeParsers, options: jit }
const pool = new pg.Pool(settings)
// One plan for all words would be bad for most: parsed once, planned for each word.
const searchPool = new pg.Pool({ ...settings, options: `${jit} -c plan_cache_mode=force_custom_plan` })

type List = {
  table: string
  columns: string
  joins: string
  filters: Record<string, Record<string, string>>
  orderings: Record<string, string>
  present: (row: Row) => unknown
}
// oxlint-disable-next-line typescript/no-explicit-any -- rows are passed on, not worked with
type Row = any

const states = { in_progress: 'status = 1', complete: 'status = 2', archived: 'status = 3' }
const outcomes = (column: string) => ({
  public: `${column} = 2`,
  accepted: `${column} in (2, 4)`,
  rejected: `${column} = 3`,
})
const statusWords: Record<string, string> = { 1: 'In progress', 2: 'Complete', 3: 'Archived' }
const projectWords: Record<string, string> = { 2: 'Public', 3: 'Rejected', 4: 'Accepted' }
const plainWords: Record<string, string> = { 2: 'Accepted', 3: 'Rejected', 4: 'Accepted' }
const fundingWords: Record<string, string> = {
  1: 'Donation',
  2: 'Sponsoring',
  3: 'Foundation',
  4: 'Profit-savings',
}
const choice = (words: Record<string, string>, value: number | null) => ({
  choice: value,
  display: (value !== null && words[value]) || '-',
})

const today = new Date().toISOString().slice(0, 10)
const expired = `(case exemption_kind when 'public_body' then false when 'none' then true
  else (exemption_date + make_interval(months => case exemption_kind when 'notice' then 60 else 36 end))::date < '${today}' end)`

const ofOrganization = (found: string) => `organization_id in (select id from organizations where ${found})`
const reviewed = (status: number | null) => status === 2 || status === 4
/** Why a project cannot take money, in the format of the list's rows. */
const blockingOf = (row: Row) =>
  Object.entries({
    not_reviewed: !reviewed(row.review_status),
    proof_expired: row.proof === 'expired',
    no_proof: row.proof === 'none',
    organization_not_reviewed: !reviewed(row.organization_review_status),
    not_complete: row.status === 1,
    organization_not_complete: row.organization_status !== 2,
    banned: row.is_banned,
    ended: row.is_ended,
    fully_funded: row.financing === 1,
    archived: row.status === 3,
  }).flatMap(([code, blocks]) => (blocks ? [code] : []))

const projects: List = {
  table: 'projects',
  columns: `row.id, row.slug, row.title, row.status, row.review_status, row.content_review_status, row.voting_review_status,
    row.needs_donation_review, row.needs_voting_review, row.is_banned, row.financing, row.funding_type, row.target_cents,
    row.funded_cents, row.settled_cents, row.paid_cents, row.arrived_cents, row.allocated_on, row.settled_on, row.paid_on,
    row.arrived_on, row.ends_on, row.waiting_since, row.version, organization.slug as organization_slug, organization.title as organization_title,
    row.is_ended, organization.status as organization_status, organization.review_status as organization_review_status,
    organization.city, organization.postcode, decision.kind as decision_kind, decision.outcome, decision.decided_at,
    case when exemption_kind = 'none' then 'none' when ${expired} then 'expired' else 'valid' end as proof,
    organization.email_contact, account.slug as account_slug, account.title as account_title, internal.slug as internal_slug,
    internal.title as internal_title, reviewer.id as reviewer_id,
    coalesce(nullif(trim(reviewer.first_name || ' ' || reviewer.last_name), ''), reviewer.username::text) as reviewer_name,
    (select count(*) from reminders where project_id = row.id and reminders.status = 1) as open_tasks,
    (select coalesce(jsonb_object_agg(key, coalesce(to_jsonb(number), to_jsonb(choice), to_jsonb(left(words, 200)))), '{}')
      from additional_answers join additional_fields on additional_fields.id = field_id
      where project_id = row.id) as additional,
    array(select distinct act from approvals where state = 'waiting' and targets && array['project:' || row.id]) as waiting_acts`,
  joins: `join organizations organization on organization.id = row.organization_id
    left join individual_bank_accounts account on account.id = row.individual_bank_account_id
    left join internal_statuses internal on internal.id = row.internal_status_id
    left join users reviewer on reviewer.id = row.reviewer_id
    left join lateral (select kind, outcome, decided_at from review_decisions
      where subject = 'project' and subject_id = row.id and undoes is null
        and not exists (select from review_decisions later where later.undoes = review_decisions.id)
      order by id desc limit 1) decision on decision.outcome is not null`,
  filters: {
    status: states,
    review_status: { ...outcomes('review_status'), needs_review: 'needs_donation_review' },
    voting_review_status: { ...outcomes('voting_review_status'), needs_review: 'needs_voting_review' },
    financing_status: {
      fully_funded: 'financing = 1',
      expired: 'financing = 2',
      in_financing: 'financing = 3',
      banned: 'is_banned',
    },
    funding_type: {
      donation: 'funding_key = 1',
      sponsoring: 'funding_key = 2',
      foundation: 'funding_key = 3',
    },
    proof_status: {
      expired: ofOrganization(`exemption_kind <> 'none' and ${expired}`),
      none: ofOrganization(`exemption_kind = 'none'`),
    },
    town: { Berlin: ofOrganization(`fold(city) = 'berlin'`) },
    goal: { '100000..500000': 'target_cents between 100000 and 500000' },
    ends: { 'today..+30': `ends_on between '${today}' and date '${today}' + 30` },
    open_tasks: {
      has: `id in (select project_id from reminders where status = 1 and project_id is not null)`,
    },
    waiting: { '..-14': `waiting_since < (date '${today}' - 13)::timestamp at time zone 'Europe/Berlin'` },
    money: { over_goal: 'money = 4', unpaid: 'is_unpaid' },
    internal_status: {
      besuch: `internal_status_id = (select id from internal_statuses where subject = 'project' and slug = 'besuch')`,
    },
  },
  orderings: {
    created_at: 'created_at',
    title: 'title_sort',
    organization: 'organization_sort',
    financing_status: 'financing',
    funding_type: 'funding_key',
    money: 'funded_cents',
    waiting_since: 'waiting_since',
  },
  present: (row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    organization: {
      slug: row.organization_slug,
      title: row.organization_title,
      email_contact: row.email_contact,
    },
    status: choice(statusWords, row.status),
    review_status: choice(projectWords, row.review_status),
    content_review_status: choice(plainWords, row.content_review_status),
    voting_review_status: choice(projectWords, row.voting_review_status),
    needs_donation_review: row.needs_donation_review,
    needs_voting_review: row.needs_voting_review,
    fully_funded: row.financing === 1,
    expired: row.financing === 2,
    can_receive_fundings: row.financing === 3,
    is_banned: row.is_banned,
    funding_type: choice(fundingWords, row.funding_type),
    individual_bank_account: row.account_slug && { slug: row.account_slug, title: row.account_title },
    internal_status: row.internal_slug && { slug: row.internal_slug, label: row.internal_title },
    target_cents: row.target_cents,
    funded_cents: row.funded_cents,
    settled_cents: row.settled_cents,
    paid_cents: row.paid_cents,
    arrived_cents: row.arrived_cents,
    allocated_on: row.allocated_on,
    settled_on: row.settled_on,
    paid_on: row.paid_on,
    arrived_on: row.arrived_on,
    missing_cents: Math.max(0, row.target_cents - row.funded_cents),
    ends_on: row.ends_on,
    proof: row.proof,
    town: row.city,
    postcode: row.postcode,
    blocking: blockingOf(row),
    last_decision:
      row.decision_kind &&
      ({
        kind: row.decision_kind,
        ...choice(row.decision_kind === 'content' ? plainWords : projectWords, row.outcome),
        decided_at: row.decided_at,
      } as unknown),
    reviewer: row.reviewer_id && { id: row.reviewer_id, name: row.reviewer_name },
    waiting_since: row.waiting_since,
    open_tasks: row.open_tasks,
    additional: row.additional,
    waiting_acts: row.waiting_acts,
    version: row.version,
  }),
}

const organizations: List = {
  table: 'organizations',
  columns: `row.id, row.slug, row.title, row.preview_token, row.email_contact, row.status, row.review_status,
    row.content_review_status, row.nonprofit_review_status, row.voting_review_status, row.needs_review,
    row.needs_voting_review, ${expired} as expired, row.version, internal.slug as internal_slug, internal.title as internal_title,
    (select count(*) from reminders where organization_id = row.id and reminders.status = 1) as open_tasks`,
  joins: 'left join internal_statuses internal on internal.id = row.internal_status_id',
  filters: {
    status: states,
    review_status: { ...outcomes('review_status'), needs_review: 'needs_review' },
    proof_status: { expired, valid: `not ${expired}` },
  },
  orderings: { created_at: 'created_at', title: 'title_sort', proof_status: `not ${expired}` },
  present: (row) => ({
    id: row.id,
    slug: row.slug,
    title: row.title,
    preview_token: row.preview_token,
    email_contact: row.email_contact,
    status: choice(statusWords, row.status),
    review_status: choice(plainWords, row.review_status),
    content_review_status: choice(plainWords, row.content_review_status),
    nonprofit_review_status: choice(plainWords, row.nonprofit_review_status),
    voting_review_status: choice(plainWords, row.voting_review_status),
    needs_review: row.needs_review,
    needs_voting_review: row.needs_voting_review,
    is_notice_of_exemption_expired: row.expired,
    internal_status: row.internal_slug && { slug: row.internal_slug, label: row.internal_title },
    open_tasks: row.open_tasks,
    version: row.version,
  }),
}

const lists: Record<string, List> = {
  '/api/v4/projects/': projects,
  '/api/v4/organizations/': organizations,
}

createServer((request, response) => {
  answer(new URL(request.url!, 'http://floor')).then(
    (body) => {
      const bytes = Buffer.from(JSON.stringify(body))
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length })
      response.end(bytes)
    },
    (error: Error) => response.writeHead(500).end(error.message),
  )
}).listen(0, '127.0.0.1', function (this: { address: () => unknown }) {
  process.send!({ port: (this.address() as { port: number }).port })
})
process.on('disconnect', () => process.exit())

async function answer({ pathname, searchParams }: URL) {
  const list = lists[pathname]
  if (!list) return moneyAnswer(pool, pathname, searchParams)
  const page = Number(searchParams.get('page') ?? 1)
  const offset = (page - 1) * 25
  const search = searchParams.get('search')
  const text = statement(list, searchParams, offset, search !== null)
  const { rows } = await (search === null ? pool : searchPool).query<Row>({
    name: createHash('md5').update(text).digest('hex'),
    text,
    values: search === null ? [] : [search],
  })
  const count: number = rows[0]?.n ?? 0
  return {
    count,
    total_pages: Math.max(1, Math.ceil(count / 25)),
    current_page: page,
    results: rows.map(list.present),
  }
}

/**
 * Page and count are two subselects, so that the page can walk its ordering's index and the count need not store rows;
 * finding the rows once for both (a materialized CTE, a window count) was slower except for rare words.
 */
function statement(list: List, asked: URLSearchParams, offset: number, searched: boolean): string {
  const conditions = [asked.has('exclude_status') ? 'status <> 3' : 'true']
  for (const [name, values] of Object.entries(list.filters)) {
    const chosen = asked.get(name)?.split(',')
    if (chosen) conditions.push(`(${chosen.map((value) => values[value]).join(' or ')})`)
  }
  if (searched) conditions.push('search_text like search_pattern($1)')
  const where = conditions.join(' and ')
  const ordering = asked.get('ordering') ?? '-created_at'
  const column = list.orderings[ordering.replace('-', '')]!
  const direction = ordering.startsWith('-') ? 'desc' : 'asc'
  return `
    select page.n, ${list.columns}
    from (
      select id, ${column} as key, (select count(*) from ${list.table} where ${where}) as n
      from ${list.table} where ${where} order by ${column} ${direction}, id ${direction} limit 25 offset ${offset}
    ) page
    join ${list.table} row on row.id = page.id ${list.joins}
    order by page.key ${direction}, page.id ${direction}`
}
