import { sql } from 'kysely'
import type { textOf } from '#server/audit.ts'
import type { Database } from '#server/db/db.ts'

type EventRow = Parameters<typeof textOf>[0]

/**
 * Fills a database of the first milestone (migrations in test/first-milestone) with rows of every kind, as its programs
 * wrote them. `hashOf` chains the audit events.
 */
export async function fillFirstMilestone(
  { db, pool }: Database,
  hashOf: (previous: string, row: EventRow) => string,
): Promise<void> {
  await pool.query(`
    insert into users (username, email, user_type, state, is_superuser, created_at, updated_at) values
      ('admin', 'a@example.org', 'staff', 'active', true, '2026-01-01', '2026-01-01'),
      ('lena', 'l@example.org', 'staff', 'active', false, '2026-01-01', '2026-01-01');
    insert into user_permissions values (2, 'view_projects', 1, '2026-01-01');
    insert into sessions values ('hash', 2, '2026-01-01', '2026-01-01');
    insert into account_links (token_hash, user_id, purpose, created_at, expires_at)
      values ('link', 2, 'invitation', '2026-01-01', '2026-01-08');
    insert into idempotency_keys values (2, 'key', 'POST /', 'hash', 201, '{"b": 1, "a": 2}', '2026-01-01');
    insert into table_settings values (2, 'projects', '{status}', '2026-01-01');
    update platform_features set "enableSponsoring" = false, version = 2;
    insert into dated_settings values ('exemption_notice_months', '2027-01-01', 48);
    insert into internal_statuses (subject, slug, title, created_at) values
      ('project', 'offen', 'Ärger offen', '2026-01-01'), ('organization', 'neu', 'Neu', '2026-01-01');
    insert into individual_bank_accounts (slug, title, iban, created_at) values ('k', 'Konto', 'DE00', '2026-01-01');
    insert into companies (slug, title, created_at) values ('sw', 'Stadtwerke', '2026-01-01');
    insert into organizations (slug, title, preview_token, status, review_status, internal_status_id, created_at, updated_at)
      select 'o-' || n, 'Verein Süd ' || n, 't' || n, 1 + n % 3, 2, case n when 1 then 2 end, '2026-01-01', '2026-01-01'
      from generate_series(1, 5) n;
    insert into projects (slug, title, organization_id, status, review_status, funding_type, internal_status_id,
      individual_bank_account_id, needs_donation_review, ends_on, created_at, updated_at)
      select 'p-' || n, 'Projekt ' || n, 1 + n % 5, 2, (array[2, 3, 4])[1 + n % 3], 1 + n % 4, case n % 2 when 0 then 1 end,
        case n when 3 then 1 end, n % 4 = 0, date '2026-12-31' - n, '2026-01-02', '2026-01-03'
      from generate_series(1, 8) n;
    delete from projects where slug = 'p-8';
    insert into needs (project_id, title, amount_cents, position)
      select id, 'Bedarf', 1000 * id, 0 from projects where id <> 7;
    select move_business_day('2026-12-27');
    insert into review_decisions (subject, subject_id, kind, outcome, decided_by, decided_at)
      values ('project', 1, 'review', 2, 2, '2026-02-01');
    update projects set title = 'Projekt eins' where id = 1;`)
  await pool.query(`
    insert into ledger_accounts (code, project_id) values ('bank:main', null), ('project:1:2', 1), ('project:2:3', 2),
      ('project:2:1', 2), ('suspense', null), ('expense:fees', null), ('budget_available:1', null), ('budget_used:1', null);
    insert into fundings (slug, project_id, funding_type, amount_cents, state, received_on, source, import_key, created_at)
    values ('g-1', 1, 2, 5000, 'confirmed', '2025-03-01', 'import', 'k1', '2026-02-01'),
      ('g-2', 1, 2, 300, 'confirmed', '2026-03-01', 'import', 'k2', '2026-02-01'),
      ('g-3', 2, 3, 700, 'confirmed', '2026-03-02', 'demo', null, '2026-03-02'),
      ('g-4', 2, 1, 45, 'confirmed', '2026-03-03', 'demo', null, '2026-03-03');
    insert into ledger_transactions (kind, business_date, created_by, created_at) values
      ('gift_confirmed', '2025-03-01', 2, '2026-02-01'), ('gift_confirmed', '2026-03-01', null, '2026-02-01'),
      ('gift_confirmed', '2026-03-02', null, '2026-03-02'), ('gift_confirmed', '2026-03-03', null, '2026-03-03'),
      ('budget_added', '2026-01-01', null, '2026-01-01'), ('internal_funding', '2026-01-05', null, '2026-01-05');
    insert into ledger_rows (transaction_id, debit_account_id, credit_account_id, amount_cents, funding_id) values
      (1, 1, 2, 5000, 1), (2, 1, 2, 300, 2), (3, 1, 3, 700, 3), (4, 1, 4, 45, 4), (5, 7, 8, 4000, null), (6, 8, 7, 1000, null);
    insert into ledger_transactions (kind, business_date, reverses_id, created_at) values ('gift_reversed', '2026-04-01', 3, '2026-04-01');
    insert into ledger_rows (transaction_id, debit_account_id, credit_account_id, amount_cents, funding_id, reverses_id)
      values (7, 3, 1, 700, 3, 3);
    update fundings set state = 'reversed' where id = 3;
    select compact_project_counts(), compact_funding_totals();`)
  await pool.query(`
    insert into reminders (slug, title, scheduled_for, project_id, created_by, series_start, created_at, updated_at)
      values ('r-1', 'Anrufen', '2026-11-01', 1, 2, '2026-11-01', '2026-01-01', '2026-01-01');
    insert into reminders (slug, title, scheduled_for, organization_id, status, completed_at, completed_by, series_start,
      follows_id, repeat, created_at, updated_at)
      values ('r-2', 'Prüfen', '2026-11-02', 2, 2, '2026-11-02', 2, '2026-11-01', 1, 'weekly', '2026-01-01', '2026-01-01');
    insert into reminder_assignees values (1, 2, 1, '2026-11-01', '2026-01-01'), (2, 2, 2, '2026-11-02', '2026-01-01');
    insert into reminder_templates (title, created_at, updated_at) values ('Vorlage', '2026-01-01', '2026-01-01');
    insert into emails (dedupe_key, template, user_id, to_email, language, data, state, subject, text_body, html_body, created_at)
      values ('d-1', 'task_due', 2, 'l@example.org', 'du_DE', '{}', 'sent', 'Fällig', 't', 'h', '2026-01-01')`)
  await pool.query(`
    insert into email_attempts (email_id, at, outcome, transport) values (1, '2026-01-01', 'sent', 'outbox');
    insert into email_templates (key, subject, version, updated_at) values ('task_due', '{"en_US": "Due"}', 2, '2026-01-01');
    insert into job_requests (job, payload, key, sent_at) values ('mail.send', '{"id": 1}', 'k', '2026-01-01');
    insert into imports (filename, size_bytes, file_hash, kind, options, mapping, head, state, created_at, updated_at)
      values ('a.csv', 10, 'h', 'csv', '{}', '{}', '{}', 'done', '2026-01-01', '2026-01-01');
    insert into import_rows (import_id, n, line, refused) values (1, 1, 2, '{"code": "x"}');
    insert into exports (user_id, list, query, language, created_at) values (2, 'projects', '{}', 'en_US', '2026-01-01');
    insert into sign_in_failures values ('k', 2, '2026-01-01')`)
  await chainEvents(db, hashOf)
}

async function chainEvents(
  db: Database['db'],
  hashOf: (previous: string, row: EventRow) => string,
): Promise<void> {
  let previous = '0'.repeat(64)
  for (const [nth, title] of ['Projekt 1', 'Ünal "X" \\', ''].entries()) {
    const row: EventRow = {
      at: new Date(Date.UTC(2026, 1, 1 + nth, 8, 0, 0, 5 * nth)),
      actor_id: nth === 0 ? null : 2,
      actor_name: nth === 0 ? 'Demo' : 'lena',
      action: 'change',
      object_type: 'project',
      object_id: nth + 1,
      object_title: title,
      before: nth === 0 ? null : JSON.stringify({ b: [1, 'ä'], a: null }),
      after: JSON.stringify({ title, nested: { z: 1, y: 2 } }),
      request_id: nth === 2 ? 'request' : null,
    }
    const hash = hashOf(previous, row)
    await sql`
      insert into audit_events (at, actor_id, actor_name, action, object_type, object_id, object_title, before, after,
        request_id, previous_hash, hash)
      values (${row.at}, ${row.actor_id}, ${row.actor_name}, ${row.action}, ${row.object_type}, ${row.object_id},
        ${row.object_title}, ${row.before}::jsonb, ${row.after}::jsonb, ${row.request_id}, ${previous}, ${hash})`.execute(
      db,
    )
    previous = hash
  }
}
