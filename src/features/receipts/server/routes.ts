import { sql } from 'kysely'
import { Readable } from 'node:stream'
import type { Day } from '#shared/dates.ts'
import { type Locale } from '#shared/messages.ts'
import { seesDonors } from '#shared/personal-data.ts'
import { mediaTypes, type Route } from '#shared/route.ts'
import { fundingType } from '#shared/funding-type.ts'
import {
  type CompanyScope,
  hasPart,
  inScopeOrNoCompany,
  isSeenIn,
  scopeOf,
} from '#server/auth/company-scope.ts'
import { writeCsv } from '#server/formats/csv.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, invalid, mustSee, notFound } from '#server/base/errors.ts'
import { type Context, FileReply, implement, NotStored, prepared } from '#server/routes/implement.ts'
import { isRefusal } from '#server/db/savepoint.ts'
import type { User } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import { writeZip } from '#server/formats/zip.ts'
import { limitsOn } from '#features/limits/server/queries.ts'
import { generation } from '../contract.ts'
import type { Refusal, RefusalCode } from '../rules.ts'
import { isOfProject, missingRightFor, missingRightToSee, namesDonor } from '../run-rules.ts'
import { type TemplateKind, templateKinds } from '#features/document-templates/tokens.ts'
import { presentDocument } from '#features/documents/server/present.ts'
import {
  documentsByIds,
  getDocument,
  getReadableDocument,
  visibilityFor,
} from '#features/documents/server/queries.ts'
import { giftsById, issuersById } from './gifts-and-issuers.ts'
import { makeDocument, recordTestPrint, storeDrawn, testPrint } from './make-document.ts'
import { planFor, type PlannedRow } from './plan.ts'
import { allResults, causesInWords, inWords, presentRun, resultColumns, rowsOfRun } from './present.ts'
import { cancelRun, continueRun, findRun, startRun, type StoredRun } from './runs.ts'
import { templateFor, templatesFor } from '#features/document-templates/server/usable-versions.ts'
import { builtInKind, builtInSlug, builtInTitle } from './built-in-templates.ts'
import { reprint, withdrawReceipt } from './withdraw.ts'
import { zipEntries } from './run-zip.ts'

/** Resolves a selection of private donations; the feature that knows them passes it in. */
export type PickGifts = (db: Db, user: User, selection: unknown) => Promise<number[]>

type GenerationInput = {
  template_slug: string
  targets?: string[] | undefined
  selection?: object | undefined
  issue_day?: Day | undefined
  mode?: 'test' | 'final' | undefined
}
type Call = { db: Db; user: User; today: Day; body: GenerationInput }

const most = 50_000

/** Validates the requested documents field by field; refuses a person who may not see the gifts. */
async function validated({ db, user, today, body }: Call, pick: PickGifts) {
  const issueDay = body.issue_day ?? today
  const kind = builtInKind(body.template_slug) ?? (await templateFor(db, body.template_slug, issueDay))?.kind
  if (!kind) throw invalid({ template_slug: 'documents.receipts.unknown_template' })
  const lacked = missingRightFor(user, kind, body.mode ?? 'test')
  if (lacked) throw forbidden(lacked)
  if (issueDay > today) throw invalid({ issue_day: 'documents.receipts.issue_in_future' })
  if (body.targets === undefined && body.selection === undefined)
    throw invalid({ targets: 'validation.required' })
  if (body.targets !== undefined && body.selection !== undefined)
    throw invalid({ selection: 'validation.unknown_key' })
  const ids = body.targets
    ? await idsOf(db, kind, body.targets, scopeOf(user))
    : await pick(db, user, body.selection)
  if (ids.length > most)
    throw invalid({ selection: { key: 'documents.receipts.too_many', parameters: { count: most } } })
  return { kind, issueDay, ids }
}

/** A run for a person who may see its gifts with their amounts and sums; throws notFound, and 403 otherwise. */
async function readableRun(db: Db, id: number, user: User): Promise<StoredRun> {
  const run = await findRun(db, id)
  if (!isSeenIn(run.seen_as, scopeOf(user))) throw notFound()
  const lacked = missingRightToSee(user, run.kind)
  if (lacked) throw forbidden(lacked)
  return run
}

async function planned(call: Call, pick: PickGifts) {
  const { kind, issueDay, ids } = await validated(call, pick)
  return { kind, issueDay, ids, rows: await planFor(call.db, kind, ids, issueDay) }
}

type IssuerRow = { id: number; name: string; company_id: number | null }

/**
 * The gifts that `targets` name: by slug or number, as far as in scope. For documents about a project, all its gifts, as
 * these documents show only their sum, like the project's page; refused if only other companies gave to the project.
 */
async function idsOf(
  db: Db,
  kind: TemplateKind,
  targets: readonly string[],
  scope: CompanyScope,
): Promise<number[]> {
  const names = [...targets]
  const ofKind =
    kind === 'profit_savings' ? sql`and fundings.funding_type = ${sql.lit(fundingType.profitSavings)}` : sql``
  const { rows } = isOfProject(kind)
    ? await sql<IssuerRow>`
        select fundings.id, projects.slug as name, company_id from fundings join projects on projects.id = project_id
        where projects.slug = any(${names}::text[]) and state in ('confirmed', 'settled', 'paid_out')
          ${ofKind} order by fundings.id`.execute(db)
    : await sql<IssuerRow>`
        select id, company_id, case when slug = any(${names}::text[]) then slug else number end as name from fundings
        where (slug = any(${names}::text[]) or number = any(${names}::text[]))
          and ${inScopeOrNoCompany(scope, sql`company_id`)} order by id`.execute(db)
  const found = new Set(
    [...Map.groupBy(rows, ({ name }) => name)]
      .filter(([, gifts]) =>
        hasPart(
          gifts.flatMap(({ company_id }) => company_id ?? []),
          scope,
        ),
      )
      .map(([name]) => name),
  )
  const unknown = names.filter((name) => !found.has(name))
  if (unknown.length > 0)
    throw invalid({
      targets: {
        key: 'documents.receipts.no_such_gift',
        parameters: { list: unknown.slice(0, 5).join(', ') },
      },
    })
  return rows.map(({ id }) => id)
}

/** Causes of documents that cannot be made; each gift counts under its first one. */
async function causesOf(db: Db, rows: readonly PlannedRow[], locale: Locale) {
  const refused = rows.filter(({ reasons }) => reasons.length > 0)
  const issuers = await issuersById(db, [...new Set(refused.map((row) => row.organization_id))])
  const byCode = Map.groupBy(refused, ({ reasons }) => reasons[0]!.code)
  const causes = [...byCode].map(([code, group]: [RefusalCode, PlannedRow[]]) => ({
    code,
    count: group.length,
    organizations: new Set(group.map((row) => row.organization_id)).size,
    organization: issuers.get(group[0]!.organization_id)!.title,
  }))
  return causesInWords(
    locale,
    causes.sort((a, b) => b.count - a.count),
  )
}

const refusal = (locale: Locale, slug: string, title: string, reasons: readonly Refusal[]) =>
  conflict('receipt_refused', {
    parameters: { reasons: reasons.map((reason) => inWords(locale, reason).text).join('; ') },
    blocking: reasons.map((reason) => ({ slug, title, code: reason.code })),
  })

type RunActContext = Pick<Context<Route>, 'db' | 'auditContext' | 'locale' | 'now'> & {
  params: { id: number }
  user: User
}

const runActHandler =
  (turn: typeof continueRun) =>
  async ({ db, params, user, auditContext, locale, now }: RunActContext) => {
    await readableRun(db, params.id, user)
    await turn(db, auditContext, params.id, user)
    return presentRun(db, await findRun(db, params.id), { locale, now })
  }

/** Routes for making documents; the private donations pass in the search for gifts. */
export const generationRoutes = (pick: PickGifts) =>
  implement(generation, {
    templates: async ({ db, locale, today }) => {
      const uploaded = await templatesFor(db, today)
      const results = templateKinds.flatMap((kind) => [
        ...uploaded.filter((one) => one.kind === kind),
        { slug: builtInSlug(kind), title: builtInTitle(kind, locale), kind },
      ])
      return { results: results.map(({ slug, title, kind }) => ({ slug, title, kind })) }
    },

    preview: async (context) => {
      const { kind, ids, rows } = await planned(context, pick)
      const can = rows.filter(({ reasons }) => reasons.length === 0)
      return {
        kind,
        gifts: ids.length,
        can: can.length,
        can_cents: can.reduce((sum, row) => sum + row.amount_cents, 0),
        cannot: rows.length - can.length,
        causes: await causesOf(context.db, rows, context.locale),
      }
    },

    generate: prepared(async (context, act) => {
      const { db, body, today, services } = context
      const { contents } = services.files
      const plan = await planned(context, pick).catch((error: unknown) => {
        if (isRefusal(error)) return error
        throw error
      })
      if (plan instanceof Error) return act(() => Promise.reject(plan))
      const { kind, issueDay, rows } = plan
      const [first] = rows.filter(({ reasons }) => reasons.length === 0)
      const none = { document: null, run: null, pdf: null }
      if (!first)
        return act(async (inside) => Promise.reject(await nothingToMake(inside.db, rows, inside.locale)))
      const wanted = { kind, template: body.template_slug, ids: first.funding_ids }
      if (body.mode === 'test') {
        const isInvented = namesDonor(kind) && !seesDonors(context.user)
        const pdf = await testPrint({ db, contents }, { ...wanted, issueDay, isInvented })
        return act(async ({ db: tx, auditContext }) => {
          if (namesDonor(kind) && !isInvented) await recordTestPrint(tx, auditContext, first.funding_ids)
          return new NotStored({ ...none, pdf: Buffer.from(pdf).toString('base64') })
        })
      }
      if (rows.length > 1)
        return act(async ({ db: tx, auditContext, locale, user }) => {
          const doing = { ...auditContext, locale, user, scope: scopeOf(user) }
          const id = await startRun(tx, doing, { template: body.template_slug, kind, issueDay, rows })
          return { ...none, run: { id } }
        })
      const making = { contents, issueDay }
      const of = { ...wanted, organization_id: first.organization_id }
      return makeDocument(db, making, of, (drawn) =>
        act(async ({ db: tx, auditContext, locale, user }) => {
          const made =
            'refused' in drawn
              ? drawn
              : await storeDrawn(tx, { context: auditContext, today, issueDay }, wanted, drawn)
          if ('refused' in made) throw refusal(locale, body.template_slug, body.template_slug, made.refused)
          const [stored] = await documentsByIds(tx, [made.document_id], visibilityFor(context))
          const { receipt_kept_months: keptMonths } = await limitsOn(tx, today)
          return { ...none, document: presentDocument(stored!, { locale, keptMonths, user }) }
        }),
      )
    }),

    withdraw: async ({ db, params, body, user, today, locale, auditContext }) => {
      const seen = visibilityFor({ user, today })
      await withdrawReceipt(db, { ...auditContext, ...seen }, params.slug, body)
      const { receipt_kept_months: keptMonths } = await limitsOn(db, today)
      return presentDocument(await getDocument(db, params.slug, seen), { locale, keptMonths, user })
    },

    reprint: async ({ db, params, user, today, services }) => {
      await getReadableDocument(db, params.slug, { user, today })
      const { contents } = services.files
      const { bytes, filename, id } = await reprint(db, contents, params.slug, visibilityFor({ user, today }))
      return new FileReply(bytes, mediaTypes.pdf, filename, id)
    },

    run: async ({ reader, params, user, locale, now }) =>
      presentRun(reader, await readableRun(reader, params.id, user), { locale, now }),

    rows: async ({ reader, params, query, locale, user }) =>
      rowsOfRun(reader, await readableRun(reader, params.id, user), query, { locale, user }),

    cancel: runActHandler(cancelRun),
    goOn: runActHandler(continueRun),

    zip: async ({ reader, params, user, services }) => {
      const run = await readableRun(reader, params.id, user)
      if (namesDonor(run.kind)) mustSee(user, 'donor')
      const entries = zipEntries(reader, services.files.contents, run.id)
      if (
        !(await reader
          .selectFrom('generation_rows')
          .select('place')
          .where('run_id', '=', run.id)
          .where('state', '=', 'issued')
          .limit(1)
          .executeTakeFirst())
      )
        throw conflict('generation_nothing')
      return new FileReply(
        Readable.from(writeZip(entries)),
        mediaTypes.zip,
        `${run.template}-${run.id}.zip`,
        run.id,
      )
    },

    list: async ({ reader, params, locale, user }) => {
      const run = await readableRun(reader, params.id, user)
      const table = { columns: resultColumns(locale), rows: allResults(reader, run, { locale, user }) }
      return new FileReply(
        Readable.from(writeCsv(table)),
        mediaTypes.csv,
        `${run.template}-${run.id}.csv`,
        run.id,
      )
    },
  })

async function nothingToMake(db: Db, rows: readonly PlannedRow[], locale: Locale) {
  const [first] = rows
  if (!first) return invalid({ targets: 'documents.receipts.nothing_can' })
  const [gift] = await giftsById(db, first.funding_ids)
  return refusal(locale, gift!.slug, text(locale, 'documents.receipts.nothing_can'), first.reasons)
}
