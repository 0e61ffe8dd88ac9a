import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { locales, pick, type Entry, type Locale } from '../src/shared/messages.ts'

const prefix = 'virtual:texts/'
const source = new URL('../src/app/texts.ts', import.meta.url)

/** Key prefixes of server-only texts: the page omits them, except for those it uses too. */
const beginnings = [
  'api_docs.',
  'bank_statements.file_errors.',
  'email_templates.sample.',
  'errors.',
  'files.errors.',
  'imports.file_errors.',
  'imports.refusals.',
  'preview.',
  'project_views.query_unknown',
  'project_views.share_first',
  'project_views.too_many',
]
const saidByBoth = ['errors.needs_frozen', 'errors.too_large', 'errors.not_a_pdf', 'errors.invalid_file_type']

/** True for a text that the page does not need. */
export function isSaidByServer(key: string): boolean {
  return beginnings.some((start) => key.startsWith(start)) && !saidByBoth.includes(key)
}

/**
 * Areas and key prefixes whose texts load after the first page's, except for those that the shell and the first pages
 * use too (`scripts/budget.test.ts` names missing ones).
 */
const behind = [
  'accounts',
  'additional_fields',
  'approvals',
  'bank_accounts',
  'bank_statements',
  'bulk',
  'charts',
  'claims',
  'companies',
  'defunding',
  'documents',
  'email_templates',
  'emails',
  'exports',
  'features',
  'files',
  'first_steps',
  'form',
  'funding',
  'funding_logs',
  'gifts',
  'history',
  'imports',
  'intake',
  'internal_statuses',
  'jobs',
  'journal',
  'ledger',
  'ledger_checks',
  'limits',
  'list_keys',
  'list_phone',
  'logs',
  'money',
  'months',
  'organizations',
  'own_accounts',
  'payouts',
  'photos',
  'pdf',
  'permissions',
  'private_donations',
  'profile',
  'projects',
  'purposes',
  'record',
  'register_checks',
  'review_queue',
  'reviews',
  'runs',
  'searches',
  'settings',
  'shell.palette_',
  'shortcuts',
  'statistics',
  'tasks',
  'users',
  'validation',
  'view_dialogs',
  'view_empty',
  'view_openings',
  'viewer',
  'work',
]
const saidAtOnce = [
  'additional_fields.title',
  'approvals.callout',
  'approvals.proposed',
  'approvals.submit',
  'approvals.title',
  'approvals.waiting_label',
  'approvals.waits_already',
  'claims.title',
  'emails.requeue',
  'exports.as',
  'form.characters',
  'form.optional',
  'funding_logs.audit',
  'funding_logs.defunds',
  'funding_logs.internal_fundings',
  'intake.providers',
  'intake.title',
  'journal.title',
  'ledger.defund',
  'ledger.fund',
  'ledger.too_many',
  'ledger_checks.title',
  'money.days.',
  'money.goal',
  'money.of_goal',
  'money.stages.',
  'money.still_needed',
  'money.title',
  'money.values.',
  'organizations.archive',
  'organizations.none_',
  'organizations.restored',
  'organizations.search',
  'private_donations.title',
  'profile.save_failed',
  'projects.archive',
  'projects.cannot_take',
  'projects.columns.',
  'projects.create',
  'projects.filters.',
  'projects.menu.',
  'projects.none_',
  'projects.presets.',
  'projects.reasons.',
  'projects.restored',
  'projects.search',
  'projects.waiting_days',
  'review_queue.start',
  'runs.title',
  'searches.title',
  'settings.approvals',
  'settings.bank_accounts',
  'settings.companies',
  'settings.features',
  'settings.internal_statuses',
  'settings.limits',
  'settings.own_accounts',
  'shell.palette_search_list',
  'shortcuts.keys.control',
  'tasks.all',
  'tasks.assignees',
  'tasks.column_',
  'tasks.created_by',
  'tasks.description',
  'tasks.done',
  'tasks.due',
  'tasks.ledger',
  'tasks.marked_done',
  'tasks.mine',
  'tasks.none_this_week',
  'tasks.open',
  'tasks.organization',
  'tasks.overdue',
  'tasks.project',
  'tasks.quick',
  'tasks.reopened',
  'tasks.templates.column',
  'tasks.templates.steps',
  'tasks.view',
  'tasks.week',
  'users.link_gone',
  'users.password_',
  'users.to_sign_in',
  'validation.required',
]
/** Needed at once themselves, unlike longer keys with the same prefix. */
const exactlySaidAtOnce = ['bulk.action', 'bulk.assign', 'bulk.divide', 'bulk.mail', 'bulk.task']

/** True for a text that first pages do not need. */
export function comesBehind(key: string): boolean {
  if (exactlySaidAtOnce.includes(key) || saidAtOnce.some((start) => key.startsWith(start))) return false
  return (
    behind.includes(key.split('.', 1)[0]!) ||
    behind.some((start) => start.includes('.') && key.startsWith(start))
  )
}

/**
 * Serves `virtual:texts/<locale>`: the texts of the first pages in one language, so that a page loads only the current
 * one, and `virtual:texts/<locale>/behind`: all others, loaded when idle.
 */
export function textModules(): Plugin {
  return {
    name: 'almoner-texts',
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [locale, part] = id.slice(prefix.length + 1).split('/') as [Locale, string?]
      if (!locales.includes(locale)) throw new Error(`There is no language ${locale}`)
      return `export const texts = ${JSON.stringify(await textsOf(locale, part === 'behind'))}`
    },
  }
}

async function textsOf(locale: Locale, areBehind: boolean): Promise<Record<string, string>> {
  const { texts } = (await import(pathToFileURL(source.pathname).href)) as { texts: Record<string, Entry> }
  const shown = Object.entries(texts).filter(
    ([key]) => !isSaidByServer(key) && comesBehind(key) === areBehind,
  )
  return Object.fromEntries(shown.map(([key, entry]) => [key, pick(entry, locale)]))
}
