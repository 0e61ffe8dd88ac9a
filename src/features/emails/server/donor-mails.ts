import { type RawBuilder, sql } from 'kysely'
import { maskName } from '#shared/mask-name.ts'
import type { Holder } from '#shared/permissions.ts'
import { seesDonors } from '#shared/personal-data.ts'
import type { Db } from '#server/db/db.ts'

/** SQL condition: a row of `emails` concerns a donor. It is either marked permanently, or its address is now a donor's. */
export const isOfDonor: RawBuilder<boolean> = sql<boolean>`(emails.of_donor or exists (
  select from donors where donors.email <> '' and donors.email_key = fold(emails.to_email)))`

type Stored = { to_email: string; to_name: string; of_donor: boolean }

/** Masks recipients of mails to donors for people who may not see donors, and marks these mails. */
export async function maskDonors<Mail extends Stored>(
  db: Db,
  mails: readonly Mail[],
  holder: Holder,
): Promise<(Mail & { is_masked: boolean })[]> {
  if (seesDonors(holder)) return mails.map((mail) => ({ ...mail, is_masked: false }))
  const addresses = [...new Set(mails.map((mail) => mail.to_email))]
  const { rows } = await sql<{ email: string }>`
    select email from unnest(${addresses}::text[]) as asked (email)
    where exists (select from donors where donors.email <> '' and donors.email_key = fold(asked.email))`.execute(
    db,
  )
  const donors = new Set(rows.map(({ email }) => email))
  return mails.map((mail) =>
    mail.of_donor || donors.has(mail.to_email)
      ? { ...mail, to_email: '', to_name: maskName(mail.to_name), is_masked: true }
      : { ...mail, is_masked: false },
  )
}
