import { addDays, type Day, dayOf } from '#shared/dates.ts'
import type { AuditObject } from '#shared/audit-objects.ts'
import { fundingType } from '#shared/funding-type.ts'
import { financing, recordStatus, reviewOutcome } from '#shared/statuses.ts'
import type { Contents } from '#server/files/contents.ts'
import type { Db } from '#server/db/db.ts'
import { audit, auditAll, type AuditEvent, auditOf } from '#server/audit/audit.ts'
import { randomToken } from '#server/base/tokens.ts'
import { freeSlug, slugify } from '#server/db/free-slug.ts'
import { postConfirmedGift } from '#features/ledger/server/gifts.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { FundingType } from '#features/ledger/funding-types.ts'
import { bankAccounts, internalStatuses, organizations, projects, staff, streets, towns } from '../data.ts'
import { type Random, seededRandom } from './random.ts'
import { seedCompanies, seedMoney } from './money.ts'
import { colleagues } from './colleagues.ts'
import { seedDecisions } from './decisions.ts'
import { seedDocuments } from './documents.ts'
import { type MadeGift, seedDonations } from './donations.ts'
import { seedQuestions } from './questions.ts'
import { seedReceipts } from './receipts.ts'
import { seedLetters, seedPhotos } from './letters.ts'
import { seedPayouts } from './payouts.ts'
import { seedStatements } from './statements.ts'
import { seedTasks } from './seed-tasks.ts'

const organizationCount = 62
const { inProgress, complete, archived } = recordStatus
const { passed, rejected, accepted } = reviewOutcome
const { donation, sponsoring, foundation, profitSavings } = fundingType

/**
 * Fills an empty database with plausible demo data in one transaction, with documents if there is a file store. Returns false
 * for a database with organizations and leaves it unchanged.
 */
export async function seedDemo(db: Db, now: Date, timeZone: string, contents?: Contents): Promise<boolean> {
  const known = await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
  if (known) return false
  const today = dayOf(now, timeZone)
  await inTransaction(db, async (tx) => {
    const random = seededRandom(20_261_121)
    const seeded = await audit(
      tx,
      { actor: { id: null, name: 'Demo' }, now },
      { action: 'seed', ...auditOf('system', { id: null }), after: { organizations: organizationCount } },
    )
    const people = await seedStaff(tx, now)
    const lists = await seedLists(tx, now)
    await seedCompanies(tx, { now, today }, seeded)
    const ids = await seedOrganizations(tx, random, { now, today, internal: lists.organization })
    const projectIds = await seedProjects(tx, random, { now, today, seeded, organizations: ids, ...lists })
    await seedDecisions(tx, { now, by: (await colleagues(tx))('ademir')(today).actor.id! })
    await seedQuestions(tx, now, projectIds)
    await seedMoney(tx, { now, today })
    await seedPayouts(tx, { now, today })
    const gifts = await seedSitting(tx, today)
    await seedTasks(tx, random, { now, today, people, projectIds })
    if (contents) {
      await seedDocuments(tx, contents, { now, today })
      const making = { contents, today, by: (await colleagues(tx))('ademir') }
      await seedReceipts(tx, making, gifts)
      await seedLetters(tx, making)
      await seedPhotos(tx, making, gifts)
    }
  })
  return true
}

/** Private donations and bank statements, on projects that no other demo data uses. */
async function seedSitting(tx: Db, today: Day): Promise<MadeGift[]> {
  const by = (await colleagues(tx))('ademir')
  const projects = await tx
    .selectFrom('projects')
    .select(['id', 'slug', 'title'])
    .where('financing', '=', financing.inFinancing)
    .where('allocated_on', '<=', addDays(today, -55))
    .orderBy('id')
    .offset(6)
    .limit(7)
    .execute()
  const gifts = await seedDonations(tx, { today, by }, projects)
  await seedStatements(tx, { today, by, projects, gifts })
  return gifts
}

/** Demo colleagues with their rights; returns the ids of all staff, the administrator included. */
async function seedStaff(tx: Db, now: Date): Promise<number[]> {
  const account = { user_type: 'staff', state: 'active', created_at: now, updated_at: now }
  await tx
    .insertInto('users')
    .values(
      staff.map(({ permissions: _granted, ...person }) => ({
        ...person,
        ...account,
        email: `${person.username}@almoner.example`,
      })),
    )
    .execute()
  const ids = await tx.selectFrom('users').select(['id', 'username']).execute()
  await tx
    .insertInto('user_permissions')
    .values(
      staff.flatMap(({ username, permissions }) =>
        permissions.map((permission) => ({
          user_id: ids.find((person) => person.username === username)!.id,
          permission,
          granted_at: now,
        })),
      ),
    )
    .execute()
  const everybody = await tx
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'staff')
    .orderBy('id')
    .execute()
  return everybody.map(({ id }) => id)
}

async function seedLists(tx: Db, now: Date) {
  const row = (title: string) => ({ slug: slugify(title), title, created_at: now })
  const statuses = (subject: 'project' | 'organization') =>
    tx
      .insertInto('internal_statuses')
      .values(internalStatuses.map((title) => ({ ...row(title), subject })))
      .returning('id')
      .execute()
  const accounts = await tx
    .insertInto('individual_bank_accounts')
    .values(bankAccounts.map((account) => ({ ...row(account.title), iban: account.iban })))
    .returning('id')
    .execute()
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  return {
    accounts: ids(accounts),
    internal: ids(await statuses('project')),
    organization: ids(await statuses('organization')),
  }
}

async function seedOrganizations(
  tx: Db,
  random: Random,
  { now, today, internal }: { now: Date; today: Day; internal: number[] },
) {
  const ids: { id: number; title: string }[] = []
  for (let n = 0; n < organizationCount; n++) {
    const town = towns[(n * 7) % towns.length]!
    const title = organizations[n % organizations.length]!.replace('{}', town)
    const kind = random.chance(0.8)
      ? 'notice'
      : random.chance(0.6)
        ? 'art60a'
        : random.chance(0.5)
          ? 'public_body'
          : 'none'
    const dated = kind === 'notice' || kind === 'art60a'
    const status = random.chance(0.88) ? complete : random.chance(0.8) ? inProgress : archived
    const row = await tx
      .insertInto('organizations')
      .values({
        slug: await freeSlug(tx, 'organizations', title),
        title,
        preview_token: randomToken(),
        email_contact: `vorstand@${slugify(title).slice(0, 40)}.example`,
        street: `${random.pick(streets)} ${random.between(1, 80)}`,
        postcode: String(random.between(10_000, 98_999)),
        city: town,
        register_number: random.chance(0.9) ? `VR ${random.between(100, 9999)}` : '',
        exemption_kind: kind,
        exemption_date: dated ? addDays(today, -random.between(30, 2000)) : null,
        exemption_purposes: dated ? 'Förderung gemeinnütziger Zwecke' : '',
        tax_office: dated ? town : '',
        status,
        previous_status: status === archived ? complete : null,
        review_status:
          status === inProgress ? null : random.chance(0.9) ? passed : random.pick([rejected, accepted]),
        content_review_status: random.pick([passed, passed, rejected, null]),
        nonprofit_review_status: random.pick([passed, passed, passed, rejected, null]),
        voting_review_status: random.pick([passed, rejected, accepted, null, null]),
        needs_review: status === inProgress && random.chance(0.6),
        needs_voting_review: random.chance(0.08),
        internal_status_id: random.chance(0.3) ? random.pick(internal) : null,
        created_at: daysAgo(now, 900 - n * 12),
        updated_at: daysAgo(now, random.between(0, 30)),
      })
      .returning(['id', 'title'])
      .executeTakeFirstOrThrow()
    ids.push(row)
  }
  await auditAll(
    tx,
    { actor: { id: null, name: 'Demo' }, now },
    ids.map((row) => created('organization', row)),
  )
  return ids
}

const projectCount = 147
const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
const created = (object: AuditObject, row: { id: number; title: string }): AuditEvent => ({
  action: 'create',
  ...auditOf(object, row),
  after: { title: row.title },
})

type Surroundings = {
  now: Date
  today: Day
  /** Audit event of all bookings. */
  seeded: number
  organizations: { id: number }[]
  accounts: number[]
  internal: number[]
}

async function seedProjects(tx: Db, random: Random, around: Surroundings): Promise<number[]> {
  const rows: { id: number; title: string }[] = []
  for (let n = 0; n < projectCount; n++) rows.push(await seedProject(tx, random, n, around))
  await auditAll(
    tx,
    { actor: { id: null, name: 'Demo' }, now: around.now },
    rows.map((row) => created('project', row)),
  )
  return rows.map(({ id }) => id)
}

async function seedProject(
  tx: Db,
  random: Random,
  n: number,
  { now, today, seeded, ...around }: Surroundings,
) {
  const model = projects[n % projects.length]!
  const round = Math.floor(n / projects.length)
  // Earlier years repeat titles, so those carry the year.
  const yearsAgo = Math.floor((projectCount - 1) / projects.length) - round
  const title = yearsAgo === 0 ? model.title : `${model.title} (${Number(today.slice(0, 4)) - yearsAgo})`
  const status = random.chance(0.82) ? complete : random.chance(0.7) ? inProgress : archived
  const review =
    status === inProgress
      ? random.pick([null, null, rejected])
      : random.pick([passed, passed, passed, passed, passed, accepted, rejected])
  const funding_type = random.pick<FundingType>([
    donation,
    donation,
    donation,
    sponsoring,
    foundation,
    profitSavings,
    profitSavings,
  ])
  const row = await tx
    .insertInto('projects')
    .values({
      slug: await freeSlug(tx, 'projects', title),
      title,
      description: model.description,
      organization_id: around.organizations[(n * 11) % around.organizations.length]!.id,
      status,
      previous_status: status === archived ? complete : null,
      review_status: review,
      content_review_status: random.pick([passed, passed, rejected, null]),
      voting_review_status: random.pick([passed, rejected, null, null]),
      needs_donation_review: status === inProgress && random.chance(0.5),
      needs_voting_review: random.chance(0.06),
      is_banned: random.chance(0.04),
      funding_type,
      individual_bank_account_id: random.chance(0.1) ? random.pick(around.accounts) : null,
      internal_status_id: random.chance(0.3) ? random.pick(around.internal) : null,
      starts_on: addDays(today, -random.between(60, 400)),
      ends_on: addDays(today, random.chance(0.8) ? random.between(5, 240) : -random.between(1, 50)),
      created_at: daysAgo(now, 600 - n * 4),
      updated_at: daysAgo(now, random.between(0, 20)),
    })
    .returning(['id', 'title'])
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('needs')
    .values(
      model.needs.map(([need, euros], position) => ({
        project_id: row.id,
        title: need,
        amount_cents: euros * 100,
        position,
      })),
    )
    .execute()
  const target = model.needs.reduce((sum, [, euros]) => sum + euros * 100, 0)
  if (status !== inProgress && review !== rejected)
    await seedGifts(tx, random, { id: row.id, funding_type, target, now, today, seeded })
  return row
}

async function seedGifts(
  tx: Db,
  random: Random,
  project: { id: number; funding_type: FundingType; target: number; now: Date; today: Day; seeded: number },
): Promise<void> {
  let missing = random.chance(0.35)
    ? project.target
    : Math.floor((project.target * random.between(0, 90)) / 100)
  while (missing > 0) {
    const share = Math.min(
      missing,
      Math.max(2500, Math.round((project.target * random.between(5, 40)) / 100 / 500) * 500),
    )
    // Far enough back to compare this year with the last one.
    const received_on = addDays(project.today, -random.between(0, 640))
    await postConfirmedGift(tx, {
      project_id: project.id,
      funding_type: project.funding_type,
      amount_cents: share,
      received_on,
      is_past: received_on < `${project.today.slice(0, 4)}-01-01`,
      source: 'demo',
      note: '',
      created_by: null,
      // Recorded on its own day, so that the ledger as of any day is plausible.
      now: new Date(`${received_on}T08:00:00Z`),
      audit_event_id: project.seeded,
    })
    missing -= share
  }
}
