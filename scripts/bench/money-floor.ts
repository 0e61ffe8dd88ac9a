import type pg from 'pg'

/** Rows with the values on which product and floor agree, without the product's texts for keys. */
type Body = Record<string, unknown>

const codeOf = (account: string) => `(select case account.kind
    when 'psp' then 'psp:' || account.provider
    when 'bank' then 'bank:' || (select slug from bank_accounts where id = account.bank_account_id)
    when 'claim_company' then 'claim:company:' || (select slug from companies where id = account.company_id)
    when 'claim_organization' then 'claim:org:' || (select slug from organizations where id = account.organization_id)
    when 'fees' then 'expense:fees'
    when 'project' then 'project:' || (select slug from projects where id = account.project_id) || ':' || account.funding_type
    when 'payable' then 'payable:' || (select number from payouts where id = account.payout_id)
    when 'refund' then 'refund:' || (select slug from fundings where id = account.funding_id)
    when 'budget_available' then 'budget_available:' || (select slug from companies where id = account.company_id)
      || coalesce(':' || (select slug from budgets where id = account.budget_id), '')
    when 'budget_used' then 'budget_used:' || (select slug from companies where id = account.company_id)
      || coalesce(':' || (select slug from budgets where id = account.budget_id), '')
    else account.kind end
  from ledger_accounts account where account.id = ${account})`
const closedAt = (day: string) =>
  `(select closed_at from closed_months where month = date_trunc('month', ${day})::date) as closed_at`
const words = `entry.business_day, entry.kind, entry.note, entry.created_by, entry.created_at, entry.reverses_id,
  person.username, person.first_name, person.last_name, approver.username as approver,
  (select id from ledger_transactions mirror where mirror.reverses_id = entry.id) as reversed_by_id,
  ${closedAt('entry.business_day')}, ${codeOf('first_row.debit_account_id')} as debit_code,
  ${codeOf('first_row.credit_account_id')} as credit_code`
const people = `left join users person on person.id = entry.created_by
  left join users approver on approver.id = entry.approved_by`
const entryColumns = `entry.id, entry.amount_cents,
  (select count(*)::integer from ledger_rows where transaction_id = entry.id) as row_count,
  first_row.debit_account_id as debit, first_row.credit_account_id as credit, ${words}`
const firstRow = `left join lateral (select debit_account_id, credit_account_id from ledger_rows
  where transaction_id = entry.id order by id limit 1) first_row on true ${people}`
const latest = 'order by entry.business_day desc, entry.id desc limit 25'
/** Both sides of account $1, signed in its own direction. */
const sides = `(select id, transaction_id, business_day, amount_cents as cents, credit_account_id as other
    from ledger_rows where debit_account_id = $1
  union all select id, transaction_id, business_day, -amount_cents, debit_account_id
    from ledger_rows where credit_account_id = $1)`
const touched = `exists (select from ledger_rows row where row.transaction_id = entry.id
  and (row.debit_account_id = $1 or row.credit_account_id = $1))`
const counted = (from: string) => `(select count(*)::integer from (select from ${from} limit 10001) found)`

// The journal: a page and its count, up to 10,001.
const journal = (from: string, where: string) => `
  select ${entryColumns}, null as balance_cents, ${counted(`${from} where ${where}`)} as n
  from ${from} ${firstRow} where ${where} ${latest}`

/** With the running balance of a debit account, counted back from the current balance. */
const journalOfAccount = `
  with page as (select entry.* from ledger_transactions entry where ${touched} ${latest}),
  moved as (
    select transaction_id, business_day, sum(cents) as cents from ${sides} side
    where business_day >= (select min(business_day) from page) group by 1, 2
  ), running as (
    select transaction_id, cents, account_balance($1)
      - sum(cents) over (order by business_day desc, transaction_id desc) + cents as balance from moved
  )
  select entry.id, running.cents::bigint as amount_cents, running.balance::bigint as balance_cents,
    (select count(*)::integer from ledger_rows where transaction_id = entry.id) as row_count,
    first_row.debit_account_id as debit, first_row.credit_account_id as credit, ${words},
    ${counted(`ledger_transactions entry where ${touched}`)} as n
  from page entry join running on running.transaction_id = entry.id ${firstRow}
  order by entry.business_day desc, entry.id desc`

const ofProject = `(
  select transaction_id as id from ledger_rows join fundings on fundings.id = funding_id
  where project_id = (select id from projects where slug = $1)
  union select transaction_id from ledger_rows join ledger_accounts account on account.id in (debit_account_id)
  where account.project_id = (select id from projects where slug = $1)
  union select transaction_id from ledger_rows join ledger_accounts account on account.id in (credit_account_id)
  where account.project_id = (select id from projects where slug = $1)
) found join ledger_transactions entry using (id)`

/** The oldest rows of an account, each side in index order. */
const oldest = `(select * from (select id, transaction_id, business_day, amount_cents as cents, credit_account_id as other
    from ledger_rows where debit_account_id = $1 order by business_day, id limit 25) debit
  union all select * from (select id, transaction_id, business_day, -amount_cents, debit_account_id
    from ledger_rows where credit_account_id = $1 order by business_day, id limit 25) credit)`
/** The first page of an account's sheet, oldest first. */
const sheet = `
  select page.id, (cents * sign.of_kind)::bigint as amount_cents,
    (sum(cents) over (order by page.business_day, page.id) * sign.of_kind)::bigint as balance_cents, entry.kind, entry.note,
    page.transaction_id, page.business_day, page.other, ${codeOf('page.other')} as other_code, ${closedAt('page.business_day')},
    ${codeOf('$1')} as code, (select coalesce(project.title, company.title, house.title) from ledger_accounts account
      left join projects project on project.id = account.project_id
      left join companies company on company.id = account.company_id
      left join bank_accounts house on house.id = account.bank_account_id where account.id = $1) as owner,
    ${counted(`${sides} side`)} as n, (account_balance($1) * sign.of_kind)::bigint as closing_cents
  from (select * from ${oldest} side order by business_day, id limit 25) page
  cross join (select case kind when 'bank' then 1 else -1 end as of_kind from ledger_accounts where id = $1) sign
  join ledger_transactions entry on entry.id = transaction_id order by page.business_day, page.id`

const sums = ['cents', 'settled_cents', 'paid_cents', 'arrived_cents', 'refunded_cents']
const keys: Record<string, { totals: string; gifts: string }> = {
  month: {
    totals: `to_char(business_day::timestamp, 'YYYY-MM')`,
    gifts: `to_char(row.business_day::timestamp, 'YYYY-MM')`,
  },
  funding_type: { totals: 'funding_type::text', gifts: 'funding.funding_type::text' },
  company: {
    totals: `coalesce(company_id, 0) || ' ' || funding_type`,
    gifts: `coalesce(funding.company_id, 0) || ' ' || funding.funding_type`,
  },
}

/** Sums and counts of a year in one pass, per group and in total; the key of the total is null. */
const statistics = (group: string, asOf: boolean) => `
  with summed as (
    select key, ${sums.map((name) => `sum(${name})::bigint as ${name}`).join(', ')}
    from (select ${keys[group]!.totals} as key, ${sums.join(', ')} from funding_totals
      where business_day between $1 and $2 ${asOf ? 'and posted_on <= $3' : ''}) day
    group by grouping sets ((key), ())
  ), gift as materialized (
    select ${keys[group]!.gifts} as key, funding.project_id, funding.company_id is null as of_donor, funding.donor_id,
      count(*) as n
    from ledger_rows row join fundings funding on funding.id = row.funding_id
    ${asOf ? 'join ledger_transactions entry on entry.id = row.transaction_id' : ''}
    where row.business_day between $1 and $2 and row.purpose = 'gift' and row.reverses_id is null
      ${asOf ? `and (entry.created_at at time zone 'Europe/Berlin')::date <= $3` : ''}
    group by 1, 2, 3, 4
  ), counted as (
    select key, count(distinct project_id)::integer as projects, count(distinct organization_id)::integer as organizations,
      (count(distinct donor_id) filter (where of_donor)
        + coalesce(sum(n) filter (where of_donor and donor_id is null), 0))::integer as donors
    from gift join projects on projects.id = project_id group by grouping sets ((key), ())
  )
  select summed.*, projects, organizations, donors from summed left join counted using (key) where summed.key is not null
  union all
  select summed.*, projects, organizations, donors from summed, counted where summed.key is null and counted.key is null`

const stages = ['allocated', 'settled', 'paid', 'arrived']
/** Sums and counts of a year from its rows, per organization (the top ones) or category. */
const received = (group: string) => `
  select ${group === 'organization' ? 'organization.slug' : `coalesce(nullif(organization.category, ''), '-')`} as key,
    ${stages
      .map(
        (name) =>
          `sum(stage_cents('${name}', row.purpose, row.amount_cents, row.reverses_id))::bigint as ${name}_cents`,
      )
      .join(', ')},
    sum(refunded_cents(row.purpose, row.amount_cents, row.reverses_id))::bigint as refunded_cents,
    (count(distinct project.id) filter (where is_gift))::integer as projects,
    (count(distinct organization.id) filter (where is_gift))::integer as organizations,
    (count(distinct donor_id) filter (where is_gift and company_id is null)
      + count(distinct funding.id) filter (where is_gift and company_id is null and donor_id is null))::integer as donors
  from (select *, purpose = 'gift' and reverses_id is null as is_gift from ledger_rows where business_day between $1 and $2) row
  join fundings funding on funding.id = row.funding_id join projects project on project.id = funding.project_id
  join organizations organization on organization.id = project.organization_id
  group by ${group === 'organization' ? 'organization.id, organization.slug' : '1'}
  order by allocated_cents desc, ${group === 'organization' ? 'organization.id limit 100' : 'key'}`

/** Answers a call about money with one statement. */
export async function moneyAnswer(pool: pg.Pool, path: string, asked: URLSearchParams): Promise<Body> {
  const run = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows
  if (path === '/api/v4/logs/journal/') {
    const account = asked.get('account')
    const project = asked.get('project')
    if (account) return pageOf(await run(journalOfAccount, [account]))
    if (project) return pageOf(await run(journal(ofProject, 'true'), [project]))
    if (asked.has('search'))
      return pageOf(await run(journal('ledger_transactions entry', 'entry.amount_cents >= $1'), [50_001]))
    return pageOf(await run(journal('ledger_transactions entry', 'true'), []))
  }
  if (path === '/api/v4/logs/journal/sums/') {
    const side = (column: string) =>
      `(select coalesce(sum(amount_cents), 0)::bigint from ledger_rows where ${column} = $1)`
    const [row] = await run(
      `select ${side('debit_account_id')} as in_cents, ${side('credit_account_id')} as out_cents,
        account_balance($1) as balance_cents`,
      [asked.get('account')],
    )
    return row as Body
  }
  if (path.startsWith('/api/v4/logs/accounts/')) {
    const rows = await run(sheet, [path.split('/')[5]])
    return { ...pageOf(rows), closing_cents: rows[0].closing_cents, account: rows[0] }
  }
  const days = [asked.get('date_from'), asked.get('date_to')]
  const as_of = asked.get('as_of')
  const group = asked.get('group_by')!
  if (group === 'organization' || group === 'category') return { rows: await run(received(group), days) }
  const rows = await run(statistics(group, as_of !== null), as_of ? [...days, as_of] : days)
  return { rows }
}

const pageOf = (rows: { n: number }[]): Body => ({ n: rows[0]?.n ?? 0, rows })
