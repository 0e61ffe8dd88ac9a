import { basename } from 'node:path'
import type { Letters } from '#shared/reading/encodings.ts'
import type { LetterExample } from '#server/reading/letters.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { audit } from '#server/audit/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid, InvalidInput, mustSee } from '#server/base/errors.ts'
import { paging } from '#server/lists/list-query.ts'
import { FileReply, implement } from '#server/routes/implement.ts'
import { versionOf } from '#server/routes/if-match.ts'
import { maskedIban } from '#shared/iban.ts'
import type { Locale } from '#shared/messages.ts'
import { mediaTypes } from '#shared/route.ts'
import { type BankLine, bankStatements } from '../contract.ts'
import { previewInSandbox } from '../reading/in-sandbox.ts'
import { StatementError } from '../reading/statement.ts'
import { significantWords, wordsIn } from '../similar.ts'
import { numbersIn } from '../suggest.ts'
import {
  listLayouts,
  lockLayout,
  presentLayout,
  removeLayout,
  renameLayout,
  saveLayout,
  savedLayouts,
} from './csv-layouts.ts'
import { exportOfLines } from './export.ts'
import { failureOf, failureText } from './failure.ts'
import { importFile, keptFile, originalOf, readFile, stopFile } from './files.ts'
import { paymentsOf, splitByPayments } from './collective-lines.ts'
import { suggestionsFor } from './suggestions.ts'
import { listIgnored, listLines, objectOf, readLine } from './lines.ts'
import { matchLine } from './match.ts'
import {
  listStatements,
  nextOpen,
  presentFile,
  presentLines,
  presentStatements,
  readStatement,
} from './present.ts'
import { reconcile } from './reconcile.ts'
import { holdLine, ignoreLine, undoLine } from './undo.ts'

export const bankStatementRoutes = implement(bankStatements, {
  list: async ({ reader, query, locale }) => {
    const { n, rows } = await listStatements(reader, query)
    return { ...paging(n, query), results: await presentStatements(reader, rows, locale) }
  },

  upload: async ({ db, upload, writeOnce, services, locale, today, auditContext }) => {
    const { files } = services
    const account = await accountOf(db, upload.fields['bank_account'])
    const stored = await files.put(upload.stream)
    const uploaded = {
      filename: basename(upload.filename.replaceAll('\\', '/')).slice(0, 200) || 'statement',
      size_bytes: stored.size,
      sha256: stored.sha256,
      file_key: stored.key,
      account,
      letters: lettersOf(upload.fields),
    }
    try {
      const id = await importFile({ db, files, today, context: auditContext, writeOnce }, uploaded)
      return await presentFile(db, await readFile(db, id), locale)
    } catch (error) {
      throw error instanceof StatementError ? refused(error, locale) : error
    }
  },

  file: async ({ db, params, locale }) => presentFile(db, await readFile(db, params.id), locale),

  stopFile: async ({ db, params, locale, auditContext }) => {
    await stopFile(db, auditContext, params.id)
    return presentFile(db, await readFile(db, params.id), locale)
  },

  previewCsv: async ({ db, upload, services, locale }) => {
    const { files } = services
    const account = await accountOf(db, upload.fields['bank_account'])
    const stored = await files.put(upload.stream)
    try {
      const saved = await savedLayouts(db, account, lettersOf(upload.fields))
      return await previewInSandbox(await files.localPath(stored.key), saved)
    } catch (error) {
      throw error instanceof StatementError ? refused(error, locale) : error
    } finally {
      await files.remove(stored.key)
    }
  },

  saveLayout: async ({ db, body, auditContext }) => {
    const { bank_account: slug, title, headings, columns } = body
    const account = { id: await accountOf(db, slug), slug }
    await saveLayout(db, { account, title, headings, columns }, auditContext)
  },

  layouts: async ({ db, query }) => listLayouts(db, query),

  renameLayout: async (context) => {
    const { db, params, body, auditContext } = context
    const layout = await lockLayout(db, params.id)
    if (versionOf(context) !== layout.version)
      throw conflict('edit_conflict', { current: presentLayout(layout) })
    return presentLayout(await renameLayout(db, layout, body.title, auditContext))
  },

  removeLayout: async ({ db, params, auditContext }) => {
    await removeLayout(db, await lockLayout(db, params.id, 'removal'), auditContext)
  },

  read: async ({ db, params, locale }) => {
    const statement = await readStatement(db, params.id)
    const [row] = await presentStatements(db, [statement], locale)
    return {
      ...row!,
      reconciliation: await reconcile(db, statement),
      next_open: await nextOpen(db, statement),
      original: await originalOf(db, statement.id),
    }
  },

  original: async ({ db, params, user, services }) => {
    const { number } = await readStatement(db, params.id)
    // The file contains data that lists mask: payers with IBANs, including donors.
    mustSee(user, 'donor')
    const { filename, stream } = await keptFile({ db, files: services.files }, params.id)
    return new FileReply(stream, mediaTypes.bytes, filename || number, params.id)
  },

  lines: async ({ reader, params, query }) => {
    await readStatement(reader, params.id)
    const { n, rows } = await listLines(reader, params.id, query)
    return { ...paging(n, query), results: await presentLines(reader, rows) }
  },

  exportLines: async (context) => {
    const query = { ...context.query, extra: { ...context.query.extra, statement: context.params.id } }
    return answerExport('bank_lines', exportOfLines, { ...context, query })
  },

  line: async ({ db, params, user }) => {
    const line = await readLine(db, params.id)
    const [presented] = await presentLines(db, [line])
    const [found] = await suggestionsFor(db, [line])
    const suggestions = found!.map(({ slug, ...one }) => ({ ...one, target_slug: slug }))
    const draft = await db
      .selectFrom('bank_line_drafts')
      .select('parts')
      .where('line_id', '=', line.id)
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    const payments = await paymentsOf(db, line.id, shownPayments)
    const isUndecided = line.state === 'open' || line.state === 'held'
    const begun = (draft?.parts as BankLine['parts'] | undefined) ?? []
    return {
      ...presented!,
      recognized: recognizedIn(line.text, suggestions),
      suggestions,
      draft:
        begun.length === 0 && isUndecided && payments.length > 0 ? await splitByPayments(db, line) : begun,
      payments: payments.map((payment) => ({ ...payment, iban: maskedIban(payment.iban) })),
    }
  },

  ignored: async ({ reader, params, query }) => {
    const { n, rows } = await listIgnored(reader, await readLine(reader, params.id), query)
    return { ...paging(n, query), results: rows }
  },

  match: async ({ db, params, body, today, auditContext }) => {
    await matchLine(db, auditContext, params.id, { parts: body.parts, today })
    return lineNow(db, params.id)
  },

  hold: async ({ db, params, body, auditContext }) => {
    await holdLine(db, auditContext, params.id, body.reason)
    return lineNow(db, params.id)
  },

  ignore: async ({ db, params, body, auditContext }) => {
    await ignoreLine(db, auditContext, params.id, body.reason)
    return lineNow(db, params.id)
  },

  undo: async ({ db, params, today, auditContext }) => {
    await undoLine(db, auditContext, params.id, today)
    return lineNow(db, params.id)
  },

  reveal: async ({ db, params, body, auditContext }) => {
    const line = await readLine(db, params.id)
    await audit(db, auditContext, {
      ...objectOf(line),
      action: 'reveal_iban',
      after: { reason: body.reason, iban: maskedIban(line.iban) },
    })
    return { iban: line.iban }
  },

  saveDraft: async ({ db, params, body, user, now }) => {
    await readLine(db, params.id)
    if (body.parts.length === 0) {
      await db
        .deleteFrom('bank_line_drafts')
        .where('line_id', '=', params.id)
        .where('user_id', '=', user.id)
        .execute()
      return
    }
    const parts = JSON.stringify(body.parts)
    await db
      .insertInto('bank_line_drafts')
      .values({ line_id: params.id, user_id: user.id, parts, updated_at: now })
      .onConflict((on) => on.columns(['line_id', 'user_id']).doUpdateSet({ parts, updated_at: now }))
      .execute()
  },
})

/** Maximum number of payments shown for a collective line. */
const shownPayments = 200

async function lineNow(db: Db, id: number): Promise<BankLine> {
  const [line] = await presentLines(db, [await readLine(db, id)])
  return line!
}

async function accountOf(db: Db, slug: string | undefined): Promise<number | null> {
  if (slug === undefined || slug === '') return null
  const found = await db.selectFrom('bank_accounts').select('id').where('slug', '=', slug).executeTakeFirst()
  if (!found) throw invalid({ bank_account: 'validation.unknown_value' })
  return found.id
}

const lettersOf = (fields: Record<string, string | undefined>) =>
  (fields['letters'] as Letters | undefined) ?? null

/**
 * The refusal of a whole file at its field, in the person's language. Adds a CSV's headings when its columns are
 * unknown, the right account (slug and title) when another one was chosen, words in both readings when the encoding of
 * umlauts is ambiguous, and the rows around its line.
 */
function refused(error: StatementError, locale: Locale): InvalidInput {
  const asks = error.code === 'account_needed' || error.code === 'asked_account'
  const field = asks ? 'bank_account' : 'file'
  const said = [{ key: failureText(failureOf(error), locale) }]
  const { slug, title } = error.parameters
  if (typeof slug === 'string')
    return new InvalidInput({ [field]: said, right_account: [{ key: slug }, { key: String(title) }] })
  const examples = error.parameters['examples']
  if (typeof examples === 'string') {
    const words = JSON.parse(examples) as LetterExample[]
    const as = (one: Letters) => words.map((word) => ({ key: word[one] }))
    return new InvalidInput({ letters: said, letters_windows: as('windows-1252'), letters_dos: as('cp850') })
  }
  const cells = error.parameters['cells']
  // Each row of the file becomes one text here: line, index of the odd cell, cells.
  const rows = error.excerpt.map((row) => ({ key: JSON.stringify(row) }))
  const shown = rows.length > 0 && { excerpt: rows }
  if (typeof cells !== 'string') return new InvalidInput({ [field]: said, ...shown })
  const headings = (JSON.parse(cells) as string[]).map((key) => ({ key }))
  return new InvalidInput({ [field]: said, headings })
}

/** The words of a text that occur in suggested titles, and the numbers it names. */
function recognizedIn(text: string, suggestions: readonly { title: string; detail: string }[]): string[] {
  const titles = suggestions.map(({ title, detail }) => `${title} ${detail}`).join(' ')
  const words = text.split(/\s+/).filter((word) => {
    const telling = significantWords(word)
    return telling.some((one) => one.length >= 4) && wordsIn(telling, titles).share === 1
  })
  const numbers = numbersIn({ text, reference: '' }).filter((number) => text.includes(number))
  return [...new Set([...words, ...numbers])]
}
