import type pg from 'pg'
import { organizationSearches, projectSearches, words } from './words.ts'

export type Extent = {
  /** Number of projects; every tenth has its own organization. */
  size: number
  seed: number
  /** The business day around which generated days lie. */
  today: string
}

/** Statements that create gifts, before their projects, and the matching ledger. */
export type Money = Record<'gifts' | 'ledger', (extent: Extent) => string>

/**
 * Fills a migrated, empty database: organizations, projects, needs, gifts with their ledger rows, and all derived data.
 * The same extent gives the same rows. Triggers are disabled meanwhile (they work row by row), so the caller runs
 * `findLedgerDifferences` afterwards. Without other `money` no gift is settled yet.
 */
export async function generate(
  pool: pg.Pool,
  extent: Extent,
  money: Money = { gifts, ledger },
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(
      `set statement_timeout = 0; set maintenance_work_mem = '256MB'; set work_mem = '128MB'`,
    )
    // Vacuum does not mark rows as all-visible while their commit is not flushed to disk.
    await client.query('set synchronous_commit = on')
    await client.query('begin')
    // With its trigger, which stores the day's oldest valid proofs; the following statements run without triggers.
    await client.query('select move_business_day($1::date)', [extent.today])
    await client.query('set local session_replication_role = replica')
    await prepare(client, extent)
    const indexes = await dropIndexes(client)
    const steps = [
      organizations,
      accounts,
      needs,
      money.gifts,
      projects,
      tasks,
      money.ledger,
      sequences,
      counts,
    ]
    for (const step of steps) await client.query(step(extent))
    for (const definition of indexes) await client.query(definition)
    await client.query('commit')
    await client.query('vacuum (analyze)')
  } finally {
    client.release(true) // its settings must not reach the next user of the pool
  }
}

const list = (items: readonly string[]) => `(array[${items.map((item) => `'${item}'`).join(', ')}])`
const from = (items: readonly string[], salt: number) =>
  `${list(items)}[1 + pg_temp.roll(n, ${salt}, ${items.length})]`

// A number from 0 to sides - 1 that depends only on the row, the purpose and the seed.
async function prepare(client: pg.PoolClient, { seed }: Extent): Promise<void> {
  await client.query(`
    create function pg_temp.roll(n bigint, salt integer, sides integer) returns integer language sql immutable as $$
      select ((hashint8extended(n, salt + ${Math.trunc(seed)} * 1000::bigint) % sides + sides) % sides)::integer $$;
    create function pg_temp.funding_type(n bigint) returns integer language sql immutable as $$
      select (array[1, 1, 1, 1, 1, 1, 2, 2, 3, 4])[1 + pg_temp.roll(n, 30, 10)] $$`)
}

/** Indexes are rebuilt afterwards in one go; those of primary and unique keys stay. Returns their definitions. */
async function dropIndexes(client: pg.PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('organizations'::regclass, 'projects'::regclass, 'needs'::regclass, 'fundings'::regclass,
      'payouts'::regclass, 'ledger_transactions'::regclass, 'ledger_rows'::regclass, 'reminders'::regclass)
      and not exists (select 1 from pg_constraint where conindid = indexrelid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map((row) => row.definition)
}

const organizations = ({ size, today }: Extent) => `
  insert into internal_statuses (subject, slug, title, created_at)
  select subject, slug, title, '${today}' from unnest(array['project', 'organization']) subject,
    (values ('rueckfrage', 'Rückfrage offen'), ('besuch', 'Besuch geplant'), ('unterlagen', 'Unterlagen fehlen'), ('pate', 'Patin gesucht')) as status (slug, title);
  insert into organizations (id, slug, title, preview_token, email_contact, postcode, city, register_number, category, exemption_kind,
    exemption_date, status, previous_status, review_status, content_review_status, nonprofit_review_status, voting_review_status,
    needs_review, needs_voting_review, internal_status_id, created_at, updated_at)
  overriding system value
  select n, 'organisation-' || n, ${from(words.body, 1)} || ' ' || ${from(words.name, 2)} || ' ' || ${from(words.where, 3)} || ' ' || n || ' e. V.'
      || case when n % ${Math.max(1, Math.round(size / 100))} = 3 then ' ${organizationSearches.rare}' else '' end,
    md5(n::text), 'kontakt' || n || '@example.org', lpad((10115 + pg_temp.roll(n, 4, 80000))::text, 5, '0'), ${from(words.where, 3)},
    'VR ' || (1000 + n), (array['', '', 'Sport', 'Kultur', 'Bildung', 'Natur', 'Soziales', 'Feuerwehr'])[1 + pg_temp.roll(n, 5, 8)],
    (array['notice', 'notice', 'notice', 'art60a', 'public_body', 'none'])[1 + kind],
    case when kind < 4 then '${today}'::date - pg_temp.roll(n, 6, 2200) end,
    status, case when status = 3 then 2 end,
    (array[2, 2, 2, 2, 4, 3, null])[1 + pg_temp.roll(n, 8, 7)], (array[2, 2, 3, null])[1 + pg_temp.roll(n, 9, 4)],
    (array[2, 2, 2, 3, null])[1 + pg_temp.roll(n, 10, 5)], (array[2, 4, 3, null, null])[1 + pg_temp.roll(n, 11, 5)],
    pg_temp.roll(n, 12, 20) = 0, pg_temp.roll(n, 13, 25) = 0, case when pg_temp.roll(n, 14, 4) = 0 then 5 + pg_temp.roll(n, 15, 4) end,
    created_at, created_at
  from (
    select n, pg_temp.roll(n, 5, 6) as kind, (array[1, 2, 2, 2, 2, 2, 2, 3])[1 + pg_temp.roll(n, 7, 8)] as status,
      '${today}'::timestamptz - interval '1100 days' + n * (interval '1000 days' / ${size / 10}) as created_at
    from generate_series(1::bigint, ${size / 10}) n
  ) row`

const accounts = ({ size, today }: Extent) => `
  insert into individual_bank_accounts (slug, title, iban, created_at)
  select 'konto-' || n, 'Sonderkonto ' || n, 'DE' || lpad(n::text, 20, '0'), '${today}' from generate_series(1, 5) n;
  insert into ledger_accounts (kind, bank_account_id) select 'bank', id from bank_accounts;
  insert into ledger_accounts (id, kind, project_id, funding_type) overriding system value
  select 1 + n, 'project', n, pg_temp.funding_type(n) from generate_series(1::bigint, ${size}) n`

const needs = ({ size }: Extent) => `
  insert into needs (project_id, title, amount_cents, position)
  select n, (array['Material', 'Honorare', 'Miete'])[1 + position], 100 * (50 + pg_temp.roll(n * 4 + position, 31, 4000)), position
  from generate_series(1::bigint, ${size}) n, generate_series(0, 2) position where position <= pg_temp.roll(n, 32, 3)`

// Zero to three gifts; every seventh project receives more than it can need.
const gifts = ({ size, today }: Extent) => `
  insert into fundings (slug, project_id, funding_type, amount_cents, state, received_on, source, created_at)
  select 'g-' || n || '-' || nth, n, pg_temp.funding_type(n),
    case when pg_temp.roll(n, 33, 7) = 0 then 1500000 else 100 * (10 + pg_temp.roll(n * 4 + nth, 34, 900)) end,
    'confirmed', '${today}'::date - pg_temp.roll(n * 4 + nth, 35, 900), 'bench', '${today}'
  from generate_series(1::bigint, ${size}) n, generate_series(1, 3) nth where nth <= pg_temp.roll(n, 36, 4)`

const projects = ({ size, today }: Extent) => `
  insert into projects (id, slug, title, organization_id, description, status, previous_status, review_status,
    content_review_status, voting_review_status, needs_donation_review, needs_voting_review, is_banned, funding_type,
    individual_bank_account_id, internal_status_id, starts_on, ends_on, created_at, updated_at,
    needs_donation_review_since, needs_voting_review_since,
    target_cents, funded_cents, organization_title, organization_can_receive, is_ended)
  overriding system value
  select n, 'projekt-' || n,
    ${from(words.what, 40)} || ' für ' || ${list(words.whom)}[1 + n % ${words.whom.length}] || ' in ' || ${from(words.where, 41)}
      || case when pg_temp.roll(n, 42, 25) = 0 then ' (Garten-${projectSearches.short})' else '' end
      || case when n % ${Math.round(size / 10)} = 7 then ' – ${projectSearches.rare}' else '' end,
    organization_id, repeat('Das Vorhaben hilft vor Ort und wird von Ehrenamtlichen getragen. ', 1 + pg_temp.roll(n, 43, 4)),
    row.status, case when row.status = 3 then 2 end,
    (array[2, 2, 2, 2, 2, 4, 4, 3, null, null])[1 + pg_temp.roll(n, 45, 10)], (array[2, 2, 2, 3, null, null])[1 + pg_temp.roll(n, 46, 6)],
    (array[2, 2, 4, 3, null, null, null, null])[1 + pg_temp.roll(n, 47, 8)], pg_temp.roll(n, 48, 20) = 0, pg_temp.roll(n, 49, 25) = 0,
    pg_temp.roll(n, 50, 100) = 0, pg_temp.funding_type(n), case when pg_temp.roll(n, 51, 33) = 0 then 1 + pg_temp.roll(n, 52, 5) end,
    case when pg_temp.roll(n, 53, 3) = 0 then 1 + pg_temp.roll(n, 54, 4) end,
    ends_on - 200, ends_on, row.created_at, row.created_at,
    case when pg_temp.roll(n, 48, 20) = 0 then row.created_at end, case when pg_temp.roll(n, 49, 25) = 0 then row.created_at end,
    coalesce(needed.cents, 0), coalesce(received.cents, 0),
    organization.title, organization.can_receive, coalesce(ends_on < '${today}'::date, false)
  from (
    select n, 1 + pg_temp.roll(n, 55, ${size / 10}) as organization_id, (array[1, 1, 1, 2, 2, 2, 2, 2, 2, 3])[1 + pg_temp.roll(n, 44, 10)] as status,
      case when pg_temp.roll(n, 56, 5) > 0 then '${today}'::date - 700 + pg_temp.roll(n, 57, 1400) end as ends_on,
      '${today}'::timestamptz - interval '1000 days' + n * (interval '1000 days' / ${size}) as created_at
    from generate_series(1::bigint, ${size}) n
  ) row
  join organizations organization on organization.id = row.organization_id
  left join (select project_id, sum(amount_cents)::bigint as cents from needs group by project_id) needed on needed.project_id = n
  left join (select project_id, sum(amount_cents)::bigint as cents from fundings group by project_id) received on received.project_id = n
  order by n; analyze projects, organizations`

// One in twenty projects and organizations has a task, half of them done.
const tasks = ({ today }: Extent) => `
  insert into reminders (slug, title, scheduled_for, series_start, project_id, organization_id, target_title, status, completed_at,
    created_at, updated_at)
  select 'aufgabe-' || target || '-' || n, 'Unterlagen nachfordern', day, day, case target when 'p' then n end,
    case target when 'o' then n end, title, 1 + n % 2, case when n % 2 = 1 then '${today}'::timestamptz end, '${today}', '${today}'
  from (
    select 'p' as target, id as n, title from projects union all select 'o', id, title from organizations
  ) target, lateral (select '${today}'::date - 30 + pg_temp.roll(n, 60, 60) as day) due
  where pg_temp.roll(n, 61, 20) = 0`

const ledger = ({ today }: Extent) => `
  insert into ledger_transactions (id, kind, business_day, created_at, amount_cents) overriding system value
  select id, 'gift_confirmed', received_on, '${today}', amount_cents from fundings;
  insert into ledger_rows (transaction_id, business_day, purpose, debit_account_id, credit_account_id, amount_cents, funding_id)
  select id, received_on, 'gift', 1, 1 + project_id, amount_cents, id from fundings`

const sequences = () => `
  do $$ declare t text; begin
    foreach t in array array['users', 'companies', 'budgets', 'organizations', 'projects', 'fundings', 'payouts',
      'ledger_accounts', 'ledger_transactions'] loop
      execute format('select setval(pg_get_serial_sequence(%L, %L), coalesce(max(id), 1)) from %I', t, 'id', t);
    end loop;
  end $$`

const counts = () =>
  'select rebuild_ledger_sums(), rebuild_gift_sets(), rebuild_organization_sums(), rebuild_private_gift_totals(), rebuild_project_counts(), rebuild_organization_counts(), rebuild_project_words()'
