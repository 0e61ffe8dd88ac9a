import { sealsOf } from '#server/audit/seals.ts'
import { lastVerification } from '#server/audit/verify.ts'
import { FileReply, implement } from '#server/routes/implement.ts'
import { text } from '#server/base/texts.ts'
import type { Locale } from '#shared/messages.ts'
import { dayOf } from '#shared/dates.ts'
import { mediaTypes } from '#shared/route.ts'
import { paging } from '#server/lists/list-query.ts'
import { audit, auditOf } from '#server/audit/audit.ts'
import { enqueue } from '#server/work/jobs.ts'
import { logs } from '../contract.ts'
import { answerExport } from '#features/exports/server/background.ts'
import { listAccounts } from './accounts/list.ts'
import { accountSheet, exportOfSheet } from './accounts/sheet.ts'
import { closeMonth, reopenMonth } from '#features/ledger/server/months.ts'
import { ledgerMonth, ledgerMonths } from './months/months.ts'
import { exportOfDefunds, exportOfInternalFundings, listFundingLog } from './funding-logs/funding-logs.ts'
import { exportOfSearches, listSearches } from './searches/searches.ts'
import { exportOfJournal } from './journal/export.ts'
import { journalEntry, journalSums, listJournal, wordsOf } from './journal/rows.ts'
import { checkLedger } from './jobs.ts'
import { ledgerCheckRows, ledgerCheckState } from './ledger-checks/answers.ts'
import { ledgerCheckBook } from './ledger-checks/export.ts'
import { requestRun, stopRun } from './ledger-checks/runs.ts'
import { actorInWords } from '#server/audit/system-actors.ts'
import { listEvents, type ListedEvent } from './queries.ts'

export const logRoutes = implement(logs, {
  audit: async ({ reader, db, query, locale }) => {
    const { rows, ...page } = await listEvents(reader, query)
    const chain = { ...(await sealsOf(db)), verified: (await lastVerification(db)) ?? null }
    return { ...page, results: rows.map((row) => present(row, locale)), chain }
  },

  ledgerChecks: async ({ db, query, locale, now }) => {
    const { rows, run } = await ledgerCheckRows(db, query, locale, now)
    const start = (query.page - 1) * query.page_size
    return { ...paging(rows.length, query), results: rows.slice(start, start + query.page_size), run }
  },

  ledgerChecksExport: async ({ db, query, user, locale, now }) => {
    const { rows } = await ledgerCheckRows(db, query, locale, now)
    const name = text(locale, 'ledger_checks.title')
    const file = `${name} ${dayOf(now)}.xlsx`
    return new FileReply(ledgerCheckBook(rows, { user, locale, now }), mediaTypes.xlsx, file)
  },

  ledgerCheckState: ({ db, locale, now }) => ledgerCheckState(db, locale, now),

  journal: ({ reader, query, locale }) => listJournal(reader, query, locale),

  journalSums: ({ reader, query }) => journalSums(reader, query),

  journalExport: async (context) => {
    return answerExport('journal', exportOfJournal, context)
  },

  journalEntry: ({ reader, params, query, locale }) => journalEntry(reader, params.id, query, locale),

  accounts: ({ reader, query, locale }) => listAccounts(reader, query, locale),

  accountSheet: ({ reader, params, query, locale }) => accountSheet(reader, params.id, query, locale),

  accountSheetExport: async (context) => {
    const query = { ...context.query, extra: { ...context.query.extra, account: context.params.id } }
    return answerExport('account_sheet', exportOfSheet, { ...context, query })
  },

  internalFundings: ({ reader, query, locale }) => listFundingLog(reader, 'internal_fundings', query, locale),

  internalFundingsExport: async (context) => {
    return answerExport('internal_fundings', exportOfInternalFundings, context)
  },

  defunds: ({ reader, query, locale }) => listFundingLog(reader, 'defunds', query, locale),

  defundsExport: async (context) => {
    return answerExport('defunds', exportOfDefunds, context)
  },

  searches: async ({ reader, query, locale, services }) => {
    await services.searches.written()
    return listSearches(reader, query, locale)
  },

  searchesExport: async (context) => {
    await context.services.searches.written()
    return answerExport('searches', exportOfSearches, context)
  },

  months: async ({ reader, today }) => ({ results: await ledgerMonths(reader, today) }),

  closeMonth: async ({ db, params, body, today, auditContext }) => {
    await closeMonth(db, auditContext, { month: `${params.month}-01`, reason: body.reason, today })
    return ledgerMonth(db, today, params.month)
  },

  reopenMonth: async ({ db, params, body, today, auditContext }) => {
    await reopenMonth(db, auditContext, { month: `${params.month}-01`, reason: body.reason })
    return ledgerMonth(db, today, params.month)
  },

  runLedgerChecks: async ({ db, user, now, locale, auditContext }) => {
    const run = await requestRun(db, user.id, now)
    if (run !== undefined) {
      await enqueue(db, checkLedger, { run })
      await audit(db, auditContext, { action: 'run', ...auditOf('ledger_check', { id: run }) })
    }
    return ledgerCheckState(db, locale, now)
  },

  stopLedgerChecks: async ({ db, now, locale, auditContext }) => {
    const run = await stopRun(db, now)
    await audit(db, auditContext, { action: 'cancel', ...auditOf('ledger_check', { id: run }) })
    return ledgerCheckState(db, locale, now)
  },
})

function present(event: ListedEvent, locale: Locale) {
  return {
    ...event,
    actor: actorInWords(locale, event.actor),
    action_display: wordsOf(locale, `history.actions.${event.action}`, event.action),
    object_type_display: wordsOf(locale, `logs.objects.${event.object_type}`, event.object_type),
  }
}
