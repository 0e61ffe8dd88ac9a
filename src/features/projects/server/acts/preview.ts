import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Services } from '#server/services.ts'
import { isSelected } from '#server/lists/selection.ts'
import { personName } from '#server/base/person-name.ts'
import { textOf } from '#server/base/texts.ts'
import type { Locale } from '#shared/messages.ts'
import type { Selection } from '#shared/lists/selection.ts'
import { writtenMail } from '#features/reviews/server/applicant-mail.ts'
import { type BulkAction, undoableRuns } from '#features/bulk-runs/rules.ts'
import { shareEvenly } from '../../share-evenly.ts'
import { type ProjectQuery, selectableProjects } from '../list.ts'
import { getProject } from '../queries.ts'
import { actOf, type PreviewContext, type SampleValue, type Words } from './acts.ts'
import { minutesUntilMail } from '#features/bulk-runs/server/mails.ts'
import { undoUntil } from '#features/bulk-runs/server/runs.ts'
import { projectsChanged } from './start.ts'

const samplesShown = 4
const namesShown = 100

type Context = PreviewContext & { locale: Locale; services: Services }
type PreviewRequest = {
  action: BulkAction
  input: unknown
  selection: Selection<ProjectQuery>
  since?: string | undefined
  seed: number
  show?: string | undefined
}

/** Previews a run on exactly these rows, by the same rules as the run itself. */
export async function previewRun(db: Db, context: Context, asked: PreviewRequest) {
  const { locale } = context
  const { action, input, selection, since, seed, show } = asked
  const act = actOf(action)
  const skip = await act.skip(db, input, context)
  const chosen = sql`
    select id, slug, title, ${skip} as code from projects
    where ${isSelected(selectableProjects, selection)}`
  const { rows: counts } = await sql<{ code: string | null; count: number }>`
    select code, count(*)::int as count from (${chosen}) chosen group by code order by count desc, code`.execute(
    db,
  )
  // Deleted projects of a selection by slug count as skipped.
  const there = counts.reduce((sum, row) => sum + row.count, 0)
  const gone = 'slugs' in selection ? selection.slugs.length - there : 0
  if (gone > 0) counts.push({ code: 'not_found', count: gone })
  const count = there + gone
  if (!('slugs' in selection) && count !== selection.expected_count)
    throw await projectsChanged(db, selection, since)
  const { rows: drawn } = await sql<{ slug: string }>`
    select slug from (${chosen}) chosen where code is null
    order by md5(${seed}::text || ':' || id), id limit ${samplesShown}`.execute(db)
  const samples = []
  const among = act.among?.(input)
  // The run assigns people only at its start, so a division shows shares instead of samples.
  for (const { slug } of among ? [] : drawn) {
    const row = await getProject(db, slug)
    samples.push({
      slug,
      title: row.title,
      organization: row.organization_title,
      before: shown(act.before(row, input), locale),
      after: shown(await act.after(row, input, db), locale),
    })
  }
  const { rows: named } = show
    ? await sql<{ slug: string; title: string }>`
        select slug, title from (${chosen}) chosen where code = ${show} order by title, id limit ${namesShown}`.execute(
        db,
      )
    : { rows: [] }
  return {
    count,
    will_change: counts.find((row) => row.code === null)?.count ?? 0,
    skipped: counts.flatMap(({ code, count: n }) =>
      code === null ? [] : [{ code, text: textOf(locale, `bulk.skipped.${code}`), count: n }],
    ),
    samples,
    shown: named,
    undo_until: undoableRuns.includes(action) ? (await undoUntil(db, context)).toISOString() : null,
    shares: among ? await sharesOf(db, chosen, among) : null,
    mails: await mailsOf(db, context, asked, { chosen, samples: drawn.map((row) => row.slug) }),
  }
}

/** Number of divided projects that each person would get, and of other selected ones they already have. */
async function sharesOf(db: Db, chosen: RawBuilder<unknown>, people: number[]) {
  const { rows } = await sql<{ id: number; name: string; has: number; free: number }>`
    with chosen as (
      select chosen.code, projects.reviewer_id from (${chosen}) chosen join projects on projects.id = chosen.id)
    select users.id, ${personName} as name,
      (select count(*)::int from chosen where code = 'already_theirs' and reviewer_id = users.id) as has,
      (select count(*)::int from chosen where code is null) as free
    from unnest(${people}::bigint[]) with ordinality as named (id, place) join users on users.id = named.id
    order by named.place`.execute(db)
  const held = rows.map((row) => row.has)
  const turns = shareEvenly(held, rows[0]?.free ?? 0)
  return rows.map(({ id, name, has }, place) => ({
    id,
    name,
    has,
    gets: turns.filter((one) => one === place).length,
  }))
}

/** Mails that a run would send: to applicants some minutes after it, to staff at once. */
async function mailsOf(
  db: Db,
  context: Context,
  { action, input }: PreviewRequest,
  { chosen, samples }: { chosen: RawBuilder<unknown>; samples: string[] },
) {
  const { told, staffMails } = actOf(action)
  if (staffMails) {
    const { rows } = await sql<{ count: number }>`
      select coalesce(sum(${staffMails(input, context)}), 0)::int as count from projects
      where id in (select id from (${chosen}) chosen where code is null)`.execute(db)
    return { count: rows[0]!.count, without_address: 0, template: 'task_created', minutes: 0, letter: null }
  }
  const tells = told?.(input)
  if (!tells) return null
  const { rows } = await sql<{ count: number; without: number }>`
    select count(*) filter (where email_contact <> '')::int as count,
      count(*) filter (where email_contact = '')::int as without
    from (${chosen}) chosen
    join projects on projects.id = chosen.id
    join organizations on organizations.id = projects.organization_id
    where code is null`.execute(db)
  const minutes = await minutesUntilMail(db, context.today)
  const letter = await letterOf(db, samples, { ...tells, baseUrl: context.services.config.baseUrl })
  return {
    count: rows[0]!.count,
    without_address: rows[0]!.without,
    template: tells.template,
    minutes,
    letter,
  }
}

async function letterOf(db: Db, slugs: string[], writing: Parameters<typeof writtenMail>[2]) {
  for (const slug of slugs) {
    const row = await getProject(db, slug)
    if (row.organization_email === '') continue
    const { subject, text } = await writtenMail(db, row, writing)
    return { to: row.organization_email, subject, text }
  }
  return null
}

function shown(label: Words, locale: Locale): SampleValue {
  return typeof label === 'string'
    ? { text: label, tone: null }
    : { text: textOf(locale, label.text), tone: label.tone }
}
