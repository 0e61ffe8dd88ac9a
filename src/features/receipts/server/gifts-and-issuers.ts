import { sql } from 'kysely'
import { addMonths, type Day } from '#shared/dates.ts'
import type { Db } from '#server/db/db.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { type CertifiableGift, countedProofs, firstNotice, type Issuer, type KnownProof } from '../rules.ts'

/** A gift with the fields that its documents need; cents. */
export type Gift = CertifiableGift & {
  id: number
  slug: string
  project_id: number
  project_title: string
  project_ends_on: Day | null
  organization_id: number
  donor_id: number | null
  company_id: number | null
}

type StoredGift = Omit<Gift, 'donor'> & {
  donor_name: string
  donor_street: string
  donor_postal_code: string
  donor_city: string
}

/** Gifts by their ids, in the order of their days. */
export async function giftsById(db: Db, ids: readonly number[]): Promise<Gift[]> {
  const { rows } = await sql<StoredGift>`
    select gift.id, gift.slug, gift.funding_type, gift.state, gift.amount_cents, gift.returned_cents, gift.received_on,
      gift.donor_id, gift.company_id, gift.project_id, project.title as project_title, project.ends_on as project_ends_on,
      project.organization_id,
      coalesce(donor.name, company.title, '') as donor_name, coalesce(donor.street, '') as donor_street,
      coalesce(donor.postal_code, '') as donor_postal_code, coalesce(donor.city, '') as donor_city,
      (select documents.number from receipt_gifts join documents on documents.id = receipt_gifts.receipt_id
        where receipt_gifts.funding_id = gift.id and receipt_gifts.is_valid) as receipt
    from fundings gift
    join projects project on project.id = gift.project_id
    left join donors donor on donor.id = gift.donor_id
    left join companies company on company.id = gift.company_id
    where gift.id = any(${[...ids]}::bigint[])
    order by gift.received_on, gift.id`.execute(db)
  return rows.map(({ donor_name, donor_street, donor_postal_code, donor_city, ...gift }) => ({
    ...gift,
    donor: { name: donor_name, street: donor_street, postal_code: donor_postal_code, city: donor_city },
  }))
}

/** The issuer as named on pages, and the day of the proof that counts on the day of issue. */
export type KnownIssuer = Issuer & {
  id: number
  title: string
  slug: string
  kind: 'notice' | 'art60a' | 'public_body' | 'none'
  notice_day: Day | null
}

type StoredIssuer = {
  id: number
  title: string
  slug: string
  street: string
  postcode: string
  city: string
  tax_office: string
  tax_number: string
  exemption_purposes: string
  exemption_kind: KnownIssuer['kind']
  exemption_date: Day | null
  exemption_ends_on: Day | null
  exemption_period: string
  notices: KnownProof[]
}

/**
 * Organizations by their ids, with all known proofs: the record's, and stored notices. For a notice that the record has
 * as well, the record decides when it ends. A finding under § 60a counts until the first notice.
 */
export async function issuersById(db: Db, ids: readonly number[]): Promise<Map<number, KnownIssuer>> {
  const { rows } = await sql<StoredIssuer>`
    select id, title, slug, street, postcode, city, tax_office, tax_number, exemption_purposes, exemption_kind,
      exemption_date, exemption_ends_on, exemption_period,
      coalesce((select json_agg(json_build_object('from', issued_on, 'until', expires_on,
        'kind', case when kind = 'art60a' then 'art60a' else 'notice' end)) from documents
        where organization_id = organizations.id and type = 'exemption_notice' and issued_on is not null
          and withdrawn_at is null and deleted_at is null), '[]') as notices
    from organizations where id = any(${[...ids]}::bigint[]) order by id`.execute(db)
  const monthsOn = new Map<Day, { notice: number; art60a: number }>()
  const issuers = new Map<number, KnownIssuer>()
  for (const row of rows) {
    const dated =
      row.exemption_kind === 'notice' || row.exemption_kind === 'art60a' ? row.exemption_kind : undefined
    const known = row.notices.filter(({ from }) => from !== row.exemption_date)
    if (dated !== undefined && row.exemption_date !== null) {
      const months = monthsOn.get(row.exemption_date) ?? (await monthsFrom(db, row.exemption_date))
      monthsOn.set(row.exemption_date, months)
      const lawful = addMonths(row.exemption_date, months[dated])
      const ends = row.exemption_ends_on
      const until = ends !== null && ends < lawful ? ends : lawful
      known.push({ kind: dated, from: row.exemption_date, until })
    }
    const {
      exemption_kind: kind,
      exemption_date,
      exemption_ends_on: _,
      exemption_period,
      exemption_purposes,
      ...told
    } = row
    issuers.set(row.id, {
      ...told,
      proofs: countedProofs(known),
      replaced_on: kind === 'art60a' ? firstNotice(known) : null,
      kind,
      is_public_body: kind === 'public_body',
      purposes: exemption_purposes,
      period: kind === 'notice' ? exemption_period : null,
      notice_day: exemption_date,
    })
  }
  return issuers
}

async function monthsFrom(db: Db, day: Day) {
  const { exemption_notice_months: notice, exemption_art60a_months: art60a } = await limitsOn(db, day)
  return { notice, art60a }
}
