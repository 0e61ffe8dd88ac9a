import { expect } from 'vitest'
import { createGift, createProject } from '../factories.ts'
import { app, type Change, type Changes, body, fresh, made, staff } from './world.ts'

// The list of months starts with the first booking.
const bookedLongAgo = async () => {
  const known = await app.db
    .selectFrom('ledger_transactions')
    .select('id')
    .where('business_day', '<', '2026-02-01')
    .executeTakeFirst()
  if (!known) await createGift(app.db, await createProject(app.db), 100, { received_on: '2026-01-15' })
}

const fieldsPath = '/api/v4/additional-steps-fields/'
let questions = 0
const freshKey = () => `key_${(questions += 1)}`
const question = (key: string) => ({
  key,
  step: 'basics',
  type: 'number',
  labels: { en_US: 'Age group', du_DE: 'Altersgruppe', sie_DE: 'Altersgruppe' },
})

const iban = 'DE89370400440532013000'

/** Changes of settings and of personal preferences. */
export const settingsChanges: Changes = {
  ...internalStatus('project'),
  ...internalStatus('organization'),

  'POST /api/v4/additional-steps-fields/': async () => ({
    options: body(question('age_group')),
    event: {
      action: 'create',
      object_type: 'additional_field',
      object_title: 'Age group',
      after: expect.objectContaining({ key: 'age_group', step: 'basics', type: 'number' }),
    },
  }),
  'PUT /api/v4/additional-steps-fields/order/': async () => {
    await made(fieldsPath, question(freshKey()))
    await made(fieldsPath, question(freshKey()))
    const { results } = (await staff.get(fieldsPath)).body as { results: { key: string }[] }
    const keys = results.map(({ key }) => key).toReversed()
    return {
      options: body({ keys }),
      event: { action: 'change', object_type: 'additional_field', after: { order: keys } },
    }
  },
  'PATCH /api/v4/additional-steps-fields/:key/': async () => ({
    path: { key: (await made(fieldsPath, question(freshKey()))).key },
    options: body({ active: false, version: 1 }),
    event: {
      action: 'change',
      object_type: 'additional_field',
      before: { active: true },
      after: { active: false },
    },
  }),
  'DELETE /api/v4/additional-steps-fields/:key/': async () => ({
    path: { key: (await made(fieldsPath, question(freshKey()))).key },
    event: { action: 'delete', object_type: 'additional_field', object_title: 'Age group' },
  }),

  'POST /api/v4/companies/donating-companies/': async () => ({
    options: body({ title: 'Brewery', budget_cents: 500 }),
    event: {
      action: 'create',
      object_type: 'company',
      object_title: 'Brewery',
      after: { title: 'Brewery', budget_cents: 500 },
    },
  }),
  'PATCH /api/v4/companies/donating-companies/:slug/': async () => ({
    path: { slug: (await made('/api/v4/companies/donating-companies/', { title: fresh('Mill') })).slug },
    options: body({ add_budget_cents: 700, version: 1 }),
    event: {
      action: 'change',
      object_type: 'company',
      before: { budget_cents: 0 },
      after: { budget_cents: 700 },
    },
  }),

  'POST /api/v4/companies/donating-companies/:slug/budgets/': async () => ({
    path: { slug: (await made('/api/v4/companies/donating-companies/', { title: fresh('Inn') })).slug },
    options: body({ title: 'One year', funding_type: 3, granted_cents: 900 }),
    event: {
      action: 'create_budget',
      object_type: 'company',
      after: { title: 'One year', funding_type: 3, granted_cents: 900 },
    },
  }),
  'PATCH /api/v4/companies/donating-companies/:slug/budgets/:budget/': async () => {
    const { slug, budgets } = await made('/api/v4/companies/donating-companies/', { title: fresh('Bakery') })
    return {
      path: { slug, budget: budgets[0].slug },
      options: body({ add_cents: 700, version: 1 }),
      event: { action: 'change_budget', object_type: 'company', after: { add_cents: 700 } },
    }
  },

  'POST /api/v4/bank-accounts/': async () => ({
    options: body({ title: 'Donations', iban }),
    event: { action: 'create', object_type: 'bank_account', object_title: 'Donations' },
  }),
  'PATCH /api/v4/bank-accounts/:slug/': async () => ({
    path: { slug: (await made('/api/v4/bank-accounts/', { title: fresh('Account'), iban })).slug },
    options: body({ holder: 'Foundation', version: 1 }),
    event: {
      action: 'change',
      object_type: 'bank_account',
      before: { holder: '' },
      after: { holder: 'Foundation' },
    },
  }),

  'POST /api/v4/individual-bank-accounts/': async () => ({
    options: body({ title: 'Fund', iban }),
    event: {
      action: 'create',
      object_type: 'individual_bank_account',
      object_title: 'Fund',
      after: { title: 'Fund', iban },
    },
  }),
  'PATCH /api/v4/individual-bank-accounts/:slug/': async () => ({
    path: { slug: (await made('/api/v4/individual-bank-accounts/', { title: fresh('Fund'), iban })).slug },
    options: body({ title: 'Foundation', version: 1 }),
    event: { action: 'change', object_type: 'individual_bank_account', after: { title: 'Foundation' } },
  }),
  'DELETE /api/v4/individual-bank-accounts/:slug/': async () => ({
    path: { slug: (await made('/api/v4/individual-bank-accounts/', { title: 'Fund', iban })).slug },
    event: { action: 'delete', object_type: 'individual_bank_account', before: { title: 'Fund', iban } },
  }),

  'POST /api/v4/logs/months/:month/close/': async () => {
    await app.db.deleteFrom('closed_months').execute()
    await bookedLongAgo()
    return {
      path: { month: '2026-01' },
      options: body({ reason: 'Closing' }),
      event: {
        action: 'close_month',
        object_type: 'month',
        object_title: '2026-01',
        after: { month: '2026-01-01', reason: 'Closing' },
      },
    }
  },
  'POST /api/v4/logs/months/:month/reopen/': async () => {
    await app.db.deleteFrom('closed_months').execute()
    await bookedLongAgo()
    await app.db
      .insertInto('closed_months')
      .values({ month: '2026-01-01', reason: 'Closing', closed_at: app.clock.now })
      .execute()
    return {
      path: { month: '2026-01' },
      options: body({ reason: 'Late booking' }),
      event: {
        action: 'reopen_month',
        object_type: 'month',
        object_title: '2026-01',
        after: { reason: 'Late booking' },
      },
    }
  },
  'POST /api/v4/logs/ledger-checks/run/': async () => {
    await app.db.deleteFrom('ledger_check_runs').execute()
    return { event: { action: 'run', object_type: 'ledger_check' } }
  },

  'POST /api/v4/logs/ledger-checks/cancel/': async () => {
    await app.db.deleteFrom('ledger_check_runs').execute()
    const { id } = await app.db
      .insertInto('ledger_check_runs')
      .values({ asked_at: app.clock.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { event: { action: 'cancel', object_type: 'ledger_check', object_id: id } }
  },

  'POST /api/v4/settings/limits/': async () => ({
    options: body({ key: 'exemption_notice_months', valid_from: '2027-01-01', value: 48 }),
    event: {
      action: 'change',
      object_type: 'limit',
      object_title: 'exemption_notice_months',
      before: { value: 60 },
      after: { value: 48, valid_from: '2027-01-01' },
    },
  }),
  'PATCH /api/v4/platform-features/1/': async () => ({
    options: body({ enableSponsoring: false }),
    event: {
      action: 'change',
      object_type: 'platform_features',
      object_id: 1,
      before: { enableSponsoring: true },
      after: { enableSponsoring: false },
    },
  }),
  'PUT /api/v4/table-settings/:tableName/layout/': async () => ({
    path: { tableName: 'projects' },
    options: body({ columns: ['proof', 'status'], widths: { status: 120 } }),
    event: {
      action: 'change',
      object_type: 'table_settings',
      object_title: 'projects',
      before: { layout: { columns: null, widths: {} } },
      after: { layout: { columns: ['proof', 'status'], widths: { status: 120 } } },
    },
  }),
  'PATCH /api/v4/table-settings/:tableName/': async () => ({
    path: { tableName: 'projects' },
    options: body({ projects: 'status' }),
    event: {
      action: 'change',
      object_type: 'table_settings',
      object_title: 'projects',
      before: { hidden_fields: [] },
      after: { hidden_fields: ['status'] },
    },
  }),
  'PATCH /api/v4/users/profile/': async () => ({
    options: body({ appearance: 'dark' }),
    event: {
      action: 'change',
      object_type: 'user',
      object_id: staff.userId,
      before: { appearance: 'system' },
      after: { appearance: 'dark' },
    },
  }),
}

function internalStatus(subject: 'project' | 'organization'): Record<string, () => Promise<Change>> {
  const path = `/api/v4/${subject}s/internal-status/`
  const object_type = `${subject}_internal_status`
  const add = async () => (await made(path, { title: fresh('Mark') })).slug as string
  return {
    [`POST ${path}`]: async () => ({
      options: body({ title: 'Waiting' }),
      event: { action: 'create', object_type, object_title: 'Waiting', after: { title: 'Waiting' } },
    }),
    [`PATCH ${path}:slug/`]: async () => {
      const title = fresh('Renamed')
      return {
        path: { slug: await add() },
        options: body({ title, version: 1 }),
        event: { action: 'change', object_type, object_title: title, after: { title } },
      }
    },
    [`DELETE ${path}:slug/`]: async () => ({
      path: { slug: await add() },
      event: { action: 'delete', object_type, before: { title: expect.stringMatching(/^Mark/) } },
    }),
  }
}
