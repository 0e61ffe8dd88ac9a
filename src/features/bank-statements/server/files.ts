import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Letters } from '#shared/reading/encodings.ts'
import { audit, type AuditContext, auditOf } from '#server/audit/audit.ts'
import { isDatabaseAway } from '#server/db/connection-errors.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, notFound } from '#server/base/errors.ts'
import type { Files } from '#server/files/files.ts'
import { defineWork, WorkStopped } from '#server/work/define-work.ts'
import { defineJob, enqueue } from '#server/work/jobs.ts'
import { advisoryLocks } from '#server/db/locks.ts'
import type { LongWork } from '#server/work/long-work.ts'
import type { WriteOnce } from '#server/routes/implement.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Day } from '#shared/dates.ts'
import type { FilePart } from '../reading/file.ts'
import { excerptOfFile, readInSandbox } from '../reading/in-sandbox.ts'
import { StatementError } from '../reading/statement.ts'
import { autoMatch } from './auto-match.ts'
import { resolveCollectives } from './collective-lines.ts'
import { savedLayouts } from './csv-layouts.ts'
import { failureOf } from './failure.ts'
import { importScanned, type Parts } from './import.ts'
import { type ScannedStatement, scanFile } from './scan.ts'

/** Files with at least this many lines are left to a worker. */
export const manyLines = 2_000

type UploadedFile = {
  filename: string
  size_bytes: number
  sha256: string
  file_key: string
  account: number | null
  /** The chosen encoding of umlauts. */
  letters: Letters | null
}
type Place = { db: Db; files: Files; today: Day; context: AuditContext; writeOnce: WriteOnce }

/**
 * Processes an uploaded file: reads it completely and writes its statements in one transaction, or leaves a large one
 * to a worker. The original file is stored. Throws `StatementError`, in which case nothing is written. Returns the id
 * of the file's record.
 */
export async function importFile(place: Place, uploaded: UploadedFile): Promise<number> {
  const { db, files, today, context } = place
  const { id, isWritten, repeated } = await storeFile(place, uploaded).catch(async (error: unknown) => {
    if (error instanceof StatementError) await addExcerpt(place, uploaded, error)
    // After a connection lost at commit it is unclear whether a row names the file; if none does, the nightly cleanup
    // removes it.
    if (!isDatabaseAway(error)) await files.remove(uploaded.file_key)
    throw error
  })
  if (repeated) await files.remove(uploaded.file_key)
  else if (isWritten) {
    await matchFile(db, context, id, today)
    await files.release(uploaded.file_key)
  }
  return id
}

async function addExcerpt(
  { db, files }: Place,
  uploaded: UploadedFile,
  error: StatementError,
): Promise<void> {
  const { line, parameters, code } = error
  // A question about the account does not concern the line's content.
  if (line === undefined || code === 'account_needed' || code === 'asked_account') return
  const [text, file] = [parameters['text'], parameters['file']]
  const path = await files.localPath(uploaded.file_key)
  error.excerpt = await excerptOfFile(path, await savedLayouts(db, uploaded.account, uploaded.letters), {
    line,
    ...(text !== undefined && { text: String(text) }),
    ...(file !== undefined && { file: String(file) }),
  })
}

type StoredUpload = { id: number; /** false when a worker reads the file. */ isWritten: boolean }

async function storeFile(
  { db, files, today, context, writeOnce }: Place,
  uploaded: UploadedFile,
): Promise<StoredUpload & { repeated: boolean }> {
  const { file_key, account, letters, ...facts } = uploaded
  const path = await files.localPath(file_key)
  const saved = await savedLayouts(db, account, letters)
  const kept: FilePart[] = []
  const scanned = await scanFile(db, buffering(readInSandbox(path, saved), kept), { account, today })
  const isLarge = scanned.reduce((sum, one) => sum + one.lines, 0) >= manyLines
  const write = async (tx: Db): Promise<StoredUpload> => {
    const record = await tx
      .insertInto('bank_statement_files')
      .values({
        ...facts,
        bank_account_id: account,
        letters,
        file_key: isLarge ? file_key : null,
        kept_key: file_key,
        state: 'waiting',
        created_by: context.actor.id,
        created_at: context.now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // A small file is audited by its statements' events.
    if (isLarge) {
      await audit(tx, context, {
        action: 'upload',
        ...auditOf('bank_statement_file', { id: record.id, title: facts.filename }),
        after: { filename: facts.filename, size_bytes: facts.size_bytes, sha256: facts.sha256 },
      })
      await enqueue(tx, statementFileJob, { id: record.id })
      return { id: record.id, isWritten: false }
    }
    // Writes the parts already in memory; a longer file is read a second time.
    const read = () => (kept.length < maxBuffered ? kept : readInSandbox(path, saved))
    await writeStatements(tx, context, { file_id: record.id, scanned, read })
    return { id: record.id, isWritten: true }
  }
  const { value, repeated } = await inTransaction(db, (tx) => writeOnce(tx, facts.sha256, () => write(tx)))
  return { ...value, repeated }
}

/** Maximum number of parts kept in memory between the two passes over a file. */
const maxBuffered = 2 * manyLines

/** Passes parts through and keeps the first ones. */
async function* buffering(parts: AsyncIterable<FilePart>, kept: FilePart[]): AsyncGenerator<FilePart> {
  for await (const part of parts) {
    if (kept.length < maxBuffered) kept.push(part)
    yield part
  }
}

async function writeStatements(
  tx: Db,
  context: AuditContext,
  given: { file_id: number; scanned: ScannedStatement[]; read: () => Parts },
): Promise<void> {
  const lines_pending = given.scanned.reduce((sum, one) => sum + one.pending, 0)
  const { lines, lines_known, fresh } = await importScanned(tx, context, given)
  const told = await resolveCollectives(tx, context, given)
  const result = { lines, lines_known, lines_pending, ...told, match_due: fresh.length > 0 }
  if (!(await filesAtWork.finish(tx, given.file_id, context.now, result))) throw new WorkStopped()
}

const filesAtWork = defineWork({
  kind: 'statement_file',
  table: 'bank_statement_files',
  states: { waiting: 'working', done: 'done', failed: 'failed', cancelled: 'stopped' },
  owner: 'created_by',
  askedAt: 'created_at',
  about: sql`filename`,
  done: sql`lines_done`,
  total: sql`lines_total`,
  // A small file is read during its upload.
  listed: sql`lines_total is not null`,
  notRunning: () => conflict('file_not_waiting'),
})

/** Stops reading a large file; nothing of it is kept. Throws 409 `file_not_waiting`. */
export async function stopFile(tx: Db, context: AuditContext, id: number): Promise<void> {
  const { filename } = await readFile(tx, id)
  await filesAtWork.stop(tx, id, context.now)
  await audit(tx, context, {
    action: 'cancel',
    ...auditOf('bank_statement_file', { id, title: filename }),
  })
}

const reportEvery = 1_000

/** Passes parts through and records the number of lines on a second connection; throws WorkStopped. */
async function* reportProgress(
  db: Db,
  id: number,
  lines_total: number,
  parts: Parts,
): AsyncGenerator<FilePart> {
  let lines_done = 0
  for await (const part of parts) {
    if (part.kind === 'line' && lines_done++ % reportEvery === 0)
      await filesAtWork.report(db, id, { lines_total, lines_done: lines_done - 1 })
    yield part
  }
}

/** Imports a large file in one transaction: a lost worker leaves nothing, and the next one starts over. */
export const statementFileJob = defineJob({
  name: 'bank_statements.import',
  payload: z.object({ id: z.int() }),
  retries: 5,
  timeLimit: 60 * 60,
  async run({ services, db, now, today }, { id }) {
    const { files } = services
    const record = await readFile(db, id)
    if (!record.file_key) return
    const context = await contextOf(db, record, now)
    if (record.state !== 'waiting') {
      // A worker died after the import and before the matching.
      await matchFile(db, context, id, today)
      await forgetStored({ db, files }, id, record.file_key)
      return
    }
    const path = await files.localPath(record.file_key)
    const saved = await savedLayouts(db, record.bank_account_id, record.letters as Letters | null)
    try {
      const scanned = await scanFile(db, readInSandbox(path, saved), {
        account: record.bank_account_id,
        today,
      })
      const lines = scanned.reduce((sum, one) => sum + one.lines, 0)
      const read = () => reportProgress(db, id, lines, readInSandbox(path, saved))
      await inTransaction(db, async (tx) => {
        await sql`select pg_advisory_xact_lock(${advisoryLocks.statementFile}, ${id})`.execute(tx)
        if ((await readFile(tx, id)).state === 'waiting')
          await writeStatements(tx, context, { file_id: id, scanned, read })
      })
      await matchFile(db, context, id, today)
    } catch (error) {
      if (error instanceof StatementError)
        await filesAtWork.fail(db, id, now, { failure: JSON.stringify(failureOf(error)) })
      else if (!(error instanceof WorkStopped)) throw error
    }
    await forgetStored({ db, files }, id, record.file_key)
  },
})

/**
 * Large files whose job is lost. They are read again, or matched and removed if already read, and finally marked as
 * interrupted. A file that is still stored is unfinished.
 */
export const statementWork: LongWork = {
  ...filesAtWork,
  job: statementFileJob,
  atWork: (db) => filesAtWork.ids(db, sql`file_key is not null`),
  giveUp: async (tx, id, { now, files, code }) => {
    await filesAtWork.fail(tx, id, now, { failure: JSON.stringify({ code, parameters: {} }) })
    const { file_key } = await readFile(tx, id)
    if (file_key) await forgetStored({ db: tx, files }, id, file_key)
  },
}

/** Runs a file's automatic matching if it is still due, on undecided lines. */
async function matchFile(db: Db, context: AuditContext, id: number, today: Day): Promise<void> {
  if (!(await readFile(db, id)).match_due) return
  await autoMatch(db, context, { file_id: id, lines: await undecidedLines(db, id), today })
  await matched(db, id)
}

const matched = (db: Db, id: number) =>
  db.updateTable('bank_statement_files').set({ match_due: false }).where('id', '=', id).execute()

/** Resumes the matching of a file whose server or worker died after booking its lines. */
export const statementMatchJob = defineJob({
  name: 'bank_statements.match',
  payload: z.object({ id: z.int() }),
  retries: 5,
  timeLimit: 60 * 60,
  async run({ db, now, today }, { id }) {
    await matchFile(db, await contextOf(db, await readFile(db, id), now), id, today)
  },
})

/** Matching follows the booking at once; a file still unmatched after this time has lost its worker. */
const matchedWithinMs = 60_000

/** Files whose matching was interrupted. When it is abandoned, their lines stay open with suggestions. */
export const statementMatchWork: LongWork = {
  job: statementMatchJob,
  atWork: (db, now) => {
    const before = new Date(now.getTime() - matchedWithinMs)
    return filesAtWork.ids(db, sql`match_due and file_key is null and finished_at < ${before}`)
  },
  giveUp: async (tx, id) => void (await matched(tx, id)),
}

async function contextOf(
  db: Db,
  { created_by }: { created_by: number | null },
  now: Date,
): Promise<AuditContext> {
  return { actor: { id: created_by, name: await nameOf(db, created_by) }, now }
}

/** Lines of a file without any decision so far, not even one that was undone. */
async function undecidedLines(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bank_lines')
    .innerJoin('bank_statements', 'bank_statements.id', 'statement_id')
    .select('bank_lines.id')
    .where('file_id', '=', id)
    .where('state', '=', 'open')
    .where('decided_at', 'is', null)
    .orderBy('bank_lines.id')
    .execute()
  return rows.map((line) => line.id)
}

/**
 * Ends the waiting of a stored file: keeps an imported one and removes a refused one. Clears its key last, so that
 * after a crash another worker can repeat this.
 */
async function forgetStored(
  { db, files }: Pick<Place, 'db' | 'files'>,
  id: number,
  file_key: string,
): Promise<void> {
  const { state, kept_key } = await readFile(db, id)
  const isKept = state === 'done' && kept_key === file_key
  if (isKept) await files.release(file_key)
  else await files.remove(file_key)
  await db
    .updateTable('bank_statement_files')
    .set({ file_key: null, ...(!isKept && { kept_key: null, sha256: null }) })
    .where('id', '=', id)
    .execute()
}

/**
 * The original file of a statement, byte for byte; its hash is verified before the first byte is sent. Throws notFound
 * when none was stored, and 409 `file_damaged`.
 */
export async function keptFile({ db, files }: Pick<Place, 'db' | 'files'>, statement: number) {
  const record = await db
    .selectFrom('bank_statements')
    .innerJoin('bank_statement_files as file', 'file.id', 'file_id')
    .select(['filename', 'kept_key', 'sha256'])
    .where('bank_statements.id', '=', statement)
    .executeTakeFirst()
  if (!record?.kept_key) throw notFound()
  const hash = createHash('sha256')
  try {
    for await (const piece of await files.read(record.kept_key)) hash.update(piece as Uint8Array)
  } catch {
    throw conflict('file_damaged')
  }
  if (hash.digest('hex') !== record.sha256) throw conflict('file_damaged')
  return { filename: record.filename, stream: await files.read(record.kept_key) }
}

/** Name and hash of a statement's stored file; null when none was stored. */
export async function originalOf(db: Db, statement: number) {
  const file = await db
    .selectFrom('bank_statements')
    .innerJoin('bank_statement_files as file', 'file.id', 'file_id')
    .select(['filename', 'sha256'])
    .where('bank_statements.id', '=', statement)
    .executeTakeFirst()
  return file?.sha256 ? { filename: file.filename, sha256: file.sha256 } : null
}

/** The record of an uploaded file; throws notFound. */
export async function readFile(db: Db, id: number) {
  const record = await db
    .selectFrom('bank_statement_files')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (!record) throw notFound()
  return record
}

async function nameOf(db: Db, user: number | null): Promise<string> {
  const row =
    user === null
      ? undefined
      : await db.selectFrom('users').select('username').where('id', '=', user).executeTakeFirst()
  return row?.username ?? 'Almoner'
}
