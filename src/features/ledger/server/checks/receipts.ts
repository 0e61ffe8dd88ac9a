import { sql } from 'kysely'
import { brokenRow, type LedgerCheck } from './check.ts'

/** `2026-0042`, as the receipt pages show it. */
const number = (place: string) =>
  sql`year || '-' || lpad(${sql.ref(place)}::text, greatest(4, length(${sql.ref(place)}::text)), '0')`

/**
 * Receipts of an issuer and year are numbered without gaps up to the last number drawn. Each certifies its gifts'
 * amount; a withdrawn one certifies nothing (docs/decisions/0056).
 */
export const receipts: LedgerCheck = {
  key: 'receipts',
  unit: 'receipts',
  checked: sql`select count(*) as checked from receipts`,
  broken: sql`
    with placed as (
      select organization_id, year, place,
        lag(place, 1, 0) over (partition by organization_id, year order by place) as before from receipts
    ), series as (
      select substr(name, length('receipt:') + 1)::bigint as organization_id, year, last from number_series
      where name like 'receipt:%'
    ), ends as (
      select organization_id, year, coalesce(max(place), 0) as highest, max(last) as last
      from series full join (select organization_id, year, place from receipts) given using (organization_id, year)
      group by organization_id, year
    ), gaps as (
      select organization_id, year, before + 1 as first, place - 1 as last from placed where place > before + 1
      union all
      select organization_id, year, highest + 1, last from ends where last > highest
    ), sums as (
      select receipt_id, sum(amount_cents) as cents, bool_or(is_valid) as certifies, bool_and(is_valid) as certifies_all
      from receipt_gifts group by receipt_id
    ), compared as (
      select receipts.*, documents.slug, documents.number, documents.filename, coalesce(cents, 0) as cents,
        case when receipts.withdrawn_at is null then not coalesce(certifies_all, false) else coalesce(certifies, false) end
          as says_otherwise
      from receipts join documents on documents.id = document_id left join sums on receipt_id = document_id
    )
    select ${brokenRow({
      subject: 'organization',
      part: sql`'number_missing'`,
      id: sql`organization_id`,
      slug: sql`organizations.slug`,
      title: sql`organizations.title || ' ' || ${number('first')} ||
        case when last > first then ' – ' || ${number('last')} else '' end`,
    })}
    from gaps join organizations on organizations.id = organization_id
    union all
    select ${brokenRow({
      subject: 'organization',
      part: sql`'number_again'`,
      id: sql`organization_id`,
      slug: sql`organizations.slug`,
      title: sql`organizations.title || ' ' || ${number('highest')}`,
    })}
    from ends join organizations on organizations.id = organization_id where coalesce(ends.last, 0) < highest
    union all
    select ${brokenRow({
      subject: 'document',
      part: sql`case when amount_cents <> cents then 'receipt_amount' when says_otherwise then 'receipt_gifts'
        else 'other_number' end`,
      id: sql`document_id`,
      slug: sql`slug`,
      title: sql`filename`,
      left: sql`case when amount_cents <> cents then amount_cents end`,
      right: sql`case when amount_cents <> cents then cents end`,
    })}
    from compared
    where amount_cents <> cents or says_otherwise or number is distinct from ${number('place')}
    order by part, title`,
}
