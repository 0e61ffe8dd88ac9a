import { type Day, showDay } from '#shared/dates.ts'
import { intlTag, type Locale } from '#shared/messages.ts'
import { type Actor, audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import { everyCompany } from '#server/auth/company-scope.ts'
import type { Db } from '#server/db/db.ts'
import { documentPage } from '#server/formats/html-page.ts'
import { HttpError, notFound } from '#server/base/errors.ts'
import { html } from '#server/formats/html.ts'
import { type Context, type FileReply, PageReply } from '#server/routes/implement.ts'
import { hashToken, randomToken } from '#server/base/tokens.ts'
import { nameOfJoined } from '#server/auth/session.ts'
import { text } from '#server/base/texts.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { networkOf, throttle } from '#features/session/rules.ts'
import { counter, countTry } from '#features/session/server/throttle.ts'
import type { Route } from '#shared/route.ts'
import type { DocumentLink } from '../contract.ts'
import type { DocumentLinkState } from '../rules.ts'
import { fileOf } from './file.ts'
import { documentsByIds, type StoredDocument } from './queries.ts'

/** Actor of a download by link: a recipient without an account. */
const recipient: Actor = { id: null, name: 'Link' }

/** Downloads of one link in a row that are free; each further one is throttled. */
const downloads = { free: 20, longestWaitMs: 15 * 60_000 }

/** Creates a link and returns its token, of which only a hash is stored. */
export async function makeLink(
  tx: Db,
  { actor, now }: AuditContext,
  link: { document_id: number; to_email: string; language: Locale; until: Day },
): Promise<string> {
  const token = randomToken()
  await tx
    .insertInto('document_links')
    .values({ ...link, token_hash: hashToken(token), created_by: actor.id, created_at: now })
    .execute()
  return token
}

/** The links of a document, newest first. */
export async function linksOf(
  db: Db,
  document: StoredDocument,
  { today, locale }: { today: Day; locale: Locale },
): Promise<DocumentLink[]> {
  const rows = await db
    .selectFrom('document_links')
    .leftJoin('users', 'users.id', 'document_links.created_by')
    .selectAll('document_links')
    .select(['users.username', 'users.first_name', 'users.last_name'])
    .where('document_id', '=', document.id)
    .orderBy('document_links.id', 'desc')
    .execute()
  return rows.map(({ id, to_email, until, username, first_name, last_name, ...row }) => {
    const state = stateOf({ ...row, until }, document, today)
    return {
      id,
      email: to_email,
      until,
      state,
      state_display: text(locale, `documents.link_states.${state}`),
      downloads: row.downloads,
      last_download_at: row.last_download_at?.toISOString() ?? null,
      created_by: nameOfJoined({ username, first_name, last_name }) ?? '',
      created_at: row.created_at.toISOString(),
    }
  })
}

export async function endLink(
  tx: Db,
  { endedBy, ...context }: AuditContext & { endedBy: number },
  document: StoredDocument,
  id: number,
): Promise<void> {
  const link = await tx
    .selectFrom('document_links')
    .select(['ended_at', 'to_email', 'until'])
    .where('id', '=', id)
    .where('document_id', '=', document.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!link) throw notFound()
  if (link.ended_at !== null) return
  await tx
    .updateTable('document_links')
    .set({ ended_at: context.now, ended_by: endedBy })
    .where('id', '=', id)
    .execute()
  await audit(tx, context, {
    action: 'end_link',
    ...auditOf('document', { id: document.id, title: document.filename }),
    before: { to: link.to_email, until: link.until },
  })
}

type LinkContext = Pick<
  Context<Route>,
  'db' | 'now' | 'today' | 'locale' | 'ip' | 'services' | 'auditContext'
>

/** The page behind a link: the download, in the language of its mail. */
export async function showLink(context: LinkContext, token: string): Promise<PageReply> {
  return closedLinkAsPage(context, async () => {
    const { link, document } = await openLink(context, token)
    const locale = link.language as Locale
    const size = sizeInWords(document.size_bytes, locale)
    const card = html`<p class="hint">${text(locale, 'documents.link.hint')}</p>
      <h1>${document.filename}</h1>
      <p>
        <a class="button" href="file/" rel="nofollow" download
          >${text(locale, 'documents.link.take', { size })}</a
        >
      </p>
      <p class="hint">${text(locale, 'documents.link.until', { date: showDay(link.until) })}</p>`
    return new PageReply(documentPage({ title: document.filename, locale, card }))
  })
}

function sizeInWords(bytes: number, locale: Locale): string {
  const [size, unit] = bytes < 1024 * 1024 ? [Math.ceil(bytes / 1024), 'KB'] : [bytes / (1024 * 1024), 'MB']
  return `${size.toLocaleString(intlTag[locale], { maximumFractionDigits: 1 })} ${unit}`
}

/** The file behind a link, counted and logged; otherwise a page with the reason why the link does not open. */
export async function downloadByLink(context: LinkContext, token: string): Promise<FileReply | PageReply> {
  return closedLinkAsPage(context, async () => {
    const { db, now, services, auditContext } = context
    const { link, document } = await openLink(context, token)
    await inTransaction(db, (tx) => countTry(tx, [counter(downloads, 'document_link', link.token_hash)], now))
    const file = await fileOf(services.files.contents, document)
    await inTransaction(db, async (tx) => {
      await tx
        .updateTable('document_links')
        .set((row) => ({ downloads: row('downloads', '+', 1), last_download_at: now }))
        .where('id', '=', link.id)
        .execute()
      await audit(
        tx,
        { ...auditContext, actor: recipient },
        {
          action: 'download_by_link',
          ...auditOf('document', { id: document.id, title: document.filename }),
          after: { to: link.to_email, until: link.until },
        },
      )
    })
    return file
  })
}

/** The link of a token with its document; throws 410 for all that do not open, and 429 after too many attempts. */
async function openLink({ db, now, today, ip }: LinkContext, token: string) {
  const link = await db
    .selectFrom('document_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst()
  const [document] = link ? await documentsByIds(db, [link.document_id], { scope: everyCompany, today }) : []
  if (link && document && (await isThere(db, document)) && stateOf(link, document, today) === 'open')
    return { link, document }
  const missed = counter(throttle.address, 'document_link_missed', networkOf(ip))
  await inTransaction(db, (tx) => countTry(tx, [missed], now))
  throw new HttpError(410, 'gone')
}

const isThere = async (db: Db, { id }: StoredDocument) =>
  (await db
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()) !== undefined

function stateOf(
  { until, ended_at }: { until: Day; ended_at: Date | null },
  { withdrawn_at }: Pick<StoredDocument, 'withdrawn_at'>,
  today: Day,
): DocumentLinkState {
  if (ended_at !== null) return 'ended'
  return until < today || withdrawn_at !== null ? 'over' : 'open'
}

/** Refusals as a page, because recipients do not read JSON. Links that do not open all look the same. */
async function closedLinkAsPage<R>({ locale }: LinkContext, open: () => Promise<R>): Promise<R | PageReply> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof HttpError) || (error.status !== 410 && error.status !== 429)) throw error
    const isGone = error.status === 410
    const title = text(locale, isGone ? 'documents.link.gone_title' : 'errors.too_many_requests')
    const card = html`<h1>${title}</h1>
      ${isGone ? html`<p>${text(locale, 'documents.link.gone')}</p>` : html``}`
    return new PageReply(documentPage({ title, locale, card }), error.status)
  }
}
