import type { Permission } from '#shared/permissions.ts'
import type { Client, TestApp } from './app.ts'
import { documentForm } from './documents.ts'
import { createPayout } from './payouts.ts'
import { pain002 } from './pain002.ts'
import { payAll, settleAll } from './money.ts'
import type { World } from './marked-world.ts'
import { announcement, handwriting, signatureForm } from './signatures.ts'
import { camt } from './statements.ts'
import { formPdf } from './make-form.ts'
import type { Call } from './hidden-data-calls.ts'

/** Path and body of a call, built anew for each caller. */
type CallInput = Pick<Call, 'path' | 'body'> & { raw?: FormData }

/** One changing call that succeeds (2xx) for staff with all rights. */
export type ChangingCall = {
  /** Rights needed in addition to the route's own. */
  also?: readonly Permission[]
  /** True when staff prepare nothing: the call starts from the marked rows. */
  isPlain?: true
  /** Staff prepare the call's preconditions and return its contents. */
  arrange: (given: {
    app: TestApp
    staff: Client
    w: World
    userId: number
  }) => Promise<CallInput> | CallInput
}

const base = '/api/v4/'
/** Belongs to no donor, organization or own account of the world. */
const freeIban = 'DE02120300000000202051'

/** A call that needs only the world. */
const plain = (sent: (w: World) => CallInput, also?: Permission[]): ChangingCall => ({
  ...(also && { also }),
  isPlain: true,
  arrange: ({ w }) => sent(w),
})
const by = (slug: string) => ({ slug })
const file = (content: string | Uint8Array<ArrayBuffer>, name: string) => {
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  return form
}
const versionOf = async (staff: Client, path: string) =>
  (await staff.get(`${base}${path}`)).body.version as number
const lastChange = async ({ db }: TestApp, type: string, id: number) =>
  (
    await db
      .selectFrom('audit_events')
      .select('id')
      .where('object_type', '=', type)
      .where('object_id', '=', id)
      .where('action', '=', 'change')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id

/** A payout in a file of its own, with the message id of that file. */
async function exported({ app, staff }: { app: TestApp; staff: Client }) {
  const payout = await openPayout(app)
  const sent = { payout_slugs: [payout.slug], execute_on: '2026-11-23' }
  return {
    ...payout,
    original: (await staff.post(`${base}payouts/sepa-export/`, sent)).body.message_id as string,
  }
}

const openPayout = (app: TestApp, paid_on?: string) =>
  createPayout(app.db, { amount_cents: 777, ...(paid_on && { paid_on }) })

const lineOf = (sent: CallInput['body'], pick: (w: World) => number) =>
  plain((w) => ({ path: { id: pick(w) }, body: sent }))
const giftOf = (body: object, pick: (w: World) => { slug: string }) =>
  plain((w) => ({ path: by(pick(w).slug), body }))

/** A pledge that was paid and is in no payout yet. */
async function arrived({ staff, w: { pledged } }: { staff: Client; w: World }) {
  const body = { received_on: '2026-11-20', amount_cents: 4_000 }
  await staff.post(`${base}private-donations/${pledged.slug}/confirm/`, body)
  return { slug: pledged.slug }
}

/** Account changes of a colleague whose address is marked. */
const ofColleague = (body?: object, before: object = { state: 'active' }): ChangingCall => ({
  async arrange({ app, w }) {
    await app.db.updateTable('users').set(before).where('id', '=', w.colleague.id).execute()
    return { path: { id: w.colleague.id }, ...(body && { body }) }
  },
})

/** Calls of changing routes whose answers hold personal data or amounts, on the rows of the marked world. */
export const changingCalls: Record<string, ChangingCall[]> = {
  'POST /api/v4/bank-transactions/:id/match/': [
    plain((w) => ({
      path: { id: w.openLine },
      body: { parts: [{ target_type: 'project', target_slug: w.gifted.slug, amount_cents: 700 }] },
    })),
    plain((w) => ({
      path: { id: w.openLine },
      body: { parts: [{ target_type: 'project', target_slug: w.fundedByB.slug, amount_cents: 700 }] },
    })),
    // Held, then booked nevertheless.
    plain((w) => ({
      path: { id: w.heldLine },
      body: { parts: [{ target_type: 'project', target_slug: w.fundedPaid.slug, amount_cents: 800 }] },
    })),
  ],
  'POST /api/v4/bank-transactions/:id/ignore/': [
    lineOf({ reason: 'Eigene Gebühr' }, (w) => w.openLine),
    lineOf({ reason: 'Eigene Gebühr' }, (w) => w.heldLine),
  ],
  'POST /api/v4/bank-transactions/:id/hold/': [lineOf({ reason: 'Später' }, (w) => w.openLine)],
  'POST /api/v4/bank-transactions/:id/undo/': [
    lineOf({}, (w) => w.heldLine),
    lineOf({}, (w) => w.matchedLine),
  ],
  'POST /api/v4/bank-transactions/:id/reveal/': [
    lineOf({ reason: 'Rückfrage' }, (w) => w.openLine),
    lineOf({ reason: 'Rückfrage' }, (w) => w.matchedLine),
  ],
  'POST /api/v4/bank-statements/': [
    {
      arrange: () => ({
        raw: file(
          camt([{ number: '2', opening: 6_400, lines: [{ cents: 700, name: 'Jemand', text: 'Gabe' }] }]),
          'zwei.xml',
        ),
      }),
    },
  ],
  'POST /api/v4/bank-statements/csv-preview/': [
    { arrange: () => ({ raw: file('Buchungstag;Text;Betrag\n20.11.2026;Spende;5,00\n', 'auszug.csv') }) },
  ],
  'POST /api/v4/intake-deliveries/:id/retry/': [plain((w) => ({ path: { id: w.stuck.id }, body: {} }))],
  'POST /api/v4/intake-deliveries/:id/book/': [
    plain((w) => ({ path: { id: w.stuck.id }, body: { project_slug: w.gifted.slug, reason: 'Geprüft' } })),
    plain((w) => ({ path: { id: w.stuck.id }, body: { project_slug: w.fundedByB.slug, reason: 'Geprüft' } })),
  ],
  'POST /api/v4/intake-deliveries/:id/close/': [
    plain((w) => ({ path: { id: w.stuck.id }, body: { reason: 'Test' } })),
  ],
  'PATCH /api/v4/organization/:slug/': [{ description: 'Neu' }, { bic: 'COBADEHHXXX' }].map(
    (change): ChangingCall => ({
      arrange: async ({ staff, w: { organization } }) => ({
        path: by(organization.slug),
        body: { ...change, version: await versionOf(staff, `organization/${organization.slug}/`) },
      }),
    }),
  ),
  'POST /api/v4/organization/:slug/review/': [
    {
      arrange: async ({ staff, w: { organization } }) => ({
        path: by(organization.slug),
        body: {
          kind: 'nonprofit',
          outcome: 3,
          reason: 'Satzung fehlt',
          version: await versionOf(staff, `organization/${organization.slug}/`),
        },
      }),
    },
  ],
  'POST /api/v4/organization/:slug/history/:event/undo/': [
    {
      also: ['change_organizations'],
      async arrange({ app, staff, w: { organization } }) {
        const path = `organization/${organization.slug}/`
        await staff.patch(`${base}${path}`, { description: 'Neu', version: await versionOf(staff, path) })
        const event = await lastChange(app, 'organization', organization.id)
        return { path: { slug: organization.slug, event }, body: {} }
      },
    },
  ],
  'POST /api/v4/organization/:slug/signature/': [
    {
      arrange: async ({ w }) => ({
        path: by(w.organization.slug),
        raw: signatureForm(await handwriting()),
      }),
    },
  ],
  'POST /api/v4/organization/:slug/register-checks/': [
    {
      arrange: async ({ w }) => ({
        path: by(w.organization.slug),
        body: { checked_on: '2026-11-20', is_listed: true, ibans: ['DE89370400440532013000'] },
      }),
    },
  ],
  'POST /api/v4/organization/:slug/machine-receipts/': [
    { arrange: async ({ w }) => ({ path: by(w.organization.slug), body: announcement }) },
  ],
  'POST /api/v4/reminders/:slug/draft/send/': [
    {
      async arrange({ app, w: { organization, task } }) {
        await app.db
          .updateTable('reminders')
          .set({ project_id: null, organization_id: organization.id })
          .where('id', '=', task.id)
          .execute()
        await app.db
          .insertInto('proof_tasks')
          .values({
            organization_id: organization.id,
            ends_on: '2026-12-01',
            stage: 30,
            reminder_id: task.id,
          })
          .execute()
        const draft = {
          email: 'post@verein.example',
          language: 'sie_DE',
          subject: 'Nachweis',
          text: 'Bitte.',
        }
        return { path: by(task.slug), body: draft }
      },
    },
  ],
  'POST /api/v4/payouts/mark-paid/': [
    {
      arrange: async ({ app }) => ({
        body: { payout_slugs: [(await openPayout(app)).slug], paid_on: '2026-11-20', reference: 'Lauf 7' },
      }),
    },
    // The open payouts with gifts of companies A and B.
    plain((w) => ({
      body: {
        payout_slugs: w.payouts.filter(({ state }) => state === 'open').map(({ slug }) => slug),
        paid_on: '2026-11-21',
      },
    })),
  ],
  'POST /api/v4/payouts/unmark/': [
    plain((w) => ({
      body: {
        payout_slugs: w.payouts
          .filter(({ state, project_id }) => state === 'marked_paid' && project_id === w.fundedPaid.id)
          .map(({ slug }) => slug),
        reason: 'Falsches Konto',
      },
    })),
  ],
  'POST /api/v4/payouts/cancel/': [
    {
      arrange: async ({ app }) => ({
        body: { payout_slugs: [(await openPayout(app)).slug], reason: 'Zu früh' },
      }),
    },
  ],
  'POST /api/v4/payouts/mark-arrived/': [
    plain((w) => ({
      body: {
        payout_slugs: w.payouts.filter(({ state }) => state === 'marked_paid').map(({ slug }) => slug),
        arrived_on: '2026-11-21',
        note: 'Telefonisch',
      },
    })),
  ],
  'POST /api/v4/payouts/sepa-export/': [
    {
      arrange: async ({ app }) => ({
        body: { payout_slugs: [(await openPayout(app)).slug], execute_on: '2026-11-23' },
      }),
    },
  ],
  'POST /api/v4/payouts/bank-answers/': [
    {
      async arrange(given) {
        const { number, original } = await exported(given)
        return {
          raw: file(pain002({ original, said: [{ id: number, status: 'RJCT', reason: 'AC04' }] }), 'a.xml'),
        }
      },
    },
  ],
  'POST /api/v4/payouts/:slug/take-bank-name/': [
    {
      async arrange(given) {
        const { slug, number, original } = await exported(given)
        const bank_name = 'Verein Wzrtl'
        const content = pain002({ original, said: [{ id: number, status: 'RVMC', words: [bank_name] }] })
        await given.staff.call('POST', `${base}payouts/bank-answers/`, { raw: file(content, 'a.xml') })
        return { path: by(slug), body: { bank_name } }
      },
    },
  ],
  'POST /api/v4/private-donations/': [
    plain((w) => ({
      body: {
        project_slug: w.gifted.slug,
        amount_cents: 500,
        received_on: '2026-11-20',
        channel: 'cash',
        donor: { name: 'Jemand' },
      },
    })),
  ],
  'POST /api/v4/private-donations/:slug/confirm/': [
    giftOf({ received_on: '2026-11-20', amount_cents: 4_000 }, (w) => w.pledged),
  ],
  'POST /api/v4/private-donations/:slug/end/': [
    giftOf({ state: 'expired', reason: 'Keine Antwort' }, (w) => w.pledged),
  ],
  'POST /api/v4/private-donations/:slug/refund/': [
    {
      arrange: async (given) => ({
        path: await arrived(given),
        body: { amount_cents: 100, reason: 'Doppelt' },
      }),
    },
  ],
  'POST /api/v4/private-donations/:slug/charge-back/': [
    giftOf({ reason: 'Widerspruch' }, (w) => w.unreceipted),
  ],
  'POST /api/v4/private-donations/:slug/refund-paid/': [
    {
      async arrange(given) {
        const path = await arrived(given)
        const refund = { amount_cents: 100, reason: 'Doppelt' }
        await given.staff.post(`${base}private-donations/${path.slug}/refund/`, refund)
        return { path, body: { paid_on: '2026-11-21' } }
      },
    },
  ],
  'POST /api/v4/private-donations/:slug/recover/': [
    {
      async arrange({ app, staff, w }) {
        await settleAll(app.db, app.clock.now)
        await payAll(app.db, app.clock.now)
        await staff.post(`${base}private-donations/${w.unreceipted.slug}/charge-back/`, {
          reason: 'Widerspruch',
        })
        return {
          path: by(w.unreceipted.slug),
          body: { returned_cents: 0, received_on: '2026-11-20', reason: 'Verloren' },
        }
      },
    },
  ],
  'POST /api/v4/private-donations/:slug/change-purpose/': [
    {
      arrange: async (given) => ({
        path: await arrived(given),
        body: { project_slug: given.w.fundedByB.slug, reason: 'Wunsch' },
      }),
    },
  ],
  'POST /api/v4/private-donations/:slug/reveal/': [
    giftOf({ reason: 'Rückfrage' }, (w) => w.receipted),
    giftOf({ reason: 'Rückfrage' }, (w) => w.pledged),
  ],
  'POST /api/v4/donors/duplicates/:id/merge/': [{ arrange: ({ app }) => twins(app) }],
  'POST /api/v4/donors/duplicates/:id/apart/': [
    { arrange: async ({ app }) => ({ path: (await twins(app)).path, body: {} }) },
  ],
  'POST /api/v4/donors/duplicates/:id/undo/': [
    {
      async arrange({ app, staff }) {
        const { path, body } = await twins(app)
        await staff.post(`${base}donors/duplicates/${path.id}/merge/`, body)
        return { path, body: {} }
      },
    },
  ],
  'PATCH /api/v4/project/:slug/': (['gifted', 'fundedByB', 'fundedPaid'] as const).map(
    (of): ChangingCall => ({
      arrange: async ({ staff, w }) => ({
        path: by(w[of].slug),
        body: { description: 'Neu', version: await versionOf(staff, `project/${w[of].slug}/`) },
      }),
    }),
  ),
  'POST /api/v4/project/:slug/review/': [
    {
      arrange: async ({ app, staff, w }) => {
        await app.db
          .updateTable('projects')
          .set({ needs_donation_review: true })
          .where('id', '=', w.gifted.id)
          .execute()
        return {
          path: by(w.gifted.slug),
          body: {
            kind: 'review',
            outcome: 3,
            reason: 'Kein Plan',
            version: await versionOf(staff, `project/${w.gifted.slug}/`),
          },
        }
      },
    },
  ],
  'POST /api/v4/project/:slug/history/:event/undo/': (['gifted', 'fundedByB'] as const).map(
    (of): ChangingCall => ({
      also: ['change_projects'],
      async arrange({ app, staff, w }) {
        const path = `project/${w[of].slug}/`
        await staff.patch(`${base}${path}`, { description: 'Neu', version: await versionOf(staff, path) })
        return { path: { slug: w[of].slug, event: await lastChange(app, 'project', w[of].id) }, body: {} }
      },
    }),
  ),
  'POST /api/v4/reviews/take/': [
    {
      async arrange({ app, w }) {
        await app.db
          .updateTable('projects')
          .set({ needs_donation_review: true, review_status: null })
          .where('id', '=', w.gifted.id)
          .execute()
        return { body: { kind: 'review', slugs: [w.gifted.slug] } }
      },
    },
  ],
  'PATCH /api/v4/users/:id/': [ofColleague({ first_name: 'Robin', version: 1 })],
  'POST /api/v4/users/:id/disable/': [ofColleague()],
  'POST /api/v4/users/:id/enable/': [ofColleague(undefined, { state: 'disabled', password_hash: 'x' })],
  'POST /api/v4/users/:id/resend-invitation/': [ofColleague(undefined, { state: 'invited' })],
  'POST /api/v4/users/invite/': [
    plain(() => ({ body: { email: 'gast@haus.example', user_type: 'staff', permissions: [] } })),
  ],
  'PATCH /api/v4/users/profile/': [plain(() => ({ body: { language: 'sie_DE' } }))],
  'POST /api/v4/imports/': [
    { arrange: () => ({ raw: file('Organisation;Projekt;Betrag in Euro\nA;B;1,00\n', 'neu.csv') }) },
  ],
  ...Object.fromEntries(
    (
      [
        ['PATCH /api/v4/imports/:id/', { funding_type: 3 }],
        ['POST /api/v4/imports/:id/names/', { names: [{ one: 'Chor', other: 'Chor Zwei', is_same: true }] }],
        ['POST /api/v4/imports/:id/check/', {}],
      ] as const
    ).map(([name, body]) => [
      name,
      [
        plain((w): CallInput => ({ path: { id: w.imported }, body })),
        plain((w): CallInput => ({ path: { id: w.importedByB }, body })),
      ],
    ]),
  ),
  'POST /api/v4/organizations/': [
    plain(() => ({ body: { title: 'Chor', email_contact: 'chor@example.org' } })),
  ],
  'POST /api/v4/projects/': [
    plain((w) => ({ body: { title: 'Bühne', organization_slug: w.organization.slug, funding_type: 1 } })),
  ],
  'POST /api/v4/email-templates/:key/test/': [
    plain(() => ({ path: { key: 'task_due' }, body: { language: 'en_US' } })),
  ],
  'PATCH /api/v4/email-templates/:key/': [
    plain(() => ({
      path: { key: 'task_created' },
      body: { subject: { en_US: 'To do: {{ title }}' }, version: 0 },
    })),
  ],
  'POST /api/v4/email-templates/:key/reset/': [plain(() => ({ path: { key: 'task_created' }, body: {} }))],
  'POST /api/v4/email-templates/:key/adapted/': [
    {
      async arrange({ staff }) {
        const path = `${base}email-templates/task_completed/`
        const { version } = (await staff.get(path)).body
        const { body } = await staff.patch(path, { subject: { en_US: 'Done: {{ title }}' }, version })
        return { path: { key: 'task_completed' }, body: { language: 'du_DE', version: body.version } }
      },
    },
  ],
  'PATCH /api/v4/settings/approvals/': [
    {
      arrange: async ({ app }) => ({
        body: {
          days: 9,
          version: (await app.db.selectFrom('approval_terms').select('version').executeTakeFirstOrThrow())
            .version,
        },
      }),
    },
  ],
  'PATCH /api/v4/platform-features/1/': [plain(() => ({ body: { enableSponsoring: false } }))],
  'POST /api/v4/bank-accounts/': [plain(() => ({ body: { title: 'Spenden', iban: freeIban } }))],
  'PATCH /api/v4/bank-accounts/:slug/': [
    {
      arrange: async ({ app }) => ({
        path: { slug: 'main' },
        body: {
          holder: 'Stiftung',
          version: (
            await app.db
              .selectFrom('bank_accounts')
              .select('version')
              .where('slug', '=', 'main')
              .executeTakeFirstOrThrow()
          ).version,
        },
      }),
    },
  ],
  'POST /api/v4/individual-bank-accounts/': [plain(() => ({ body: { title: 'Fonds', iban: freeIban } }))],
  'PATCH /api/v4/individual-bank-accounts/:slug/': [
    plain((w) => ({ path: by(w.individual.slug), body: { title: 'Fonds', version: 1 } })),
  ],
  'POST /api/v4/companies/donating-companies/': [
    plain(() => ({ body: { title: 'Brauerei', budget_cents: 500 } })),
  ],
  'PATCH /api/v4/companies/donating-companies/:slug/': [
    plain((w) => ({ path: by(w.companyA.slug), body: { add_budget_cents: 1, version: 1 } })),
  ],
  'POST /api/v4/companies/donating-companies/:slug/budgets/': [
    plain((w) => ({ path: by(w.companyA.slug), body: { title: 'Neu', funding_type: 1 } })),
  ],
  'POST /api/v4/projects/fund-internally/': [
    plain((w) => ({
      body: { project_slug: w.fundedOpen.slug, company_slug: w.companyA.slug, amount_cents: 100 },
    })),
  ],
  'PATCH /api/v4/permissions/users/:name/': [
    plain((w) => ({
      path: { name: 'reminders' },
      body: { user_id: w.colleague.id, permission_types: ['view only'] },
    })),
  ],
  'PATCH /api/v4/document-templates/:slug/versions/:number/fields/': [
    {
      async arrange({ staff, w: { template } }) {
        const path = `${base}document-templates/${template.slug}/`
        await staff.post(`${path}versions/`, { valid_from: '2027-01-01' })
        const { body } = await staff.get(`${path}versions/2/fields/`)
        const { fields, placed, version } = body
        return { path: { slug: template.slug, number: 2 }, body: { fields, placed, version } }
      },
    },
  ],
  'POST /api/v4/document-templates/:slug/versions/:number/pdf/': [
    {
      async arrange({ staff, w: { template } }) {
        await staff.post(`${base}document-templates/${template.slug}/versions/`, { valid_from: '2027-01-01' })
        return {
          path: { slug: template.slug, number: 2 },
          raw: documentForm({}, { bytes: await formPdf({ texts: ['anders'] }) }),
        }
      },
    },
  ],
  'POST /api/v4/documents/': [
    {
      arrange: ({ w }) => ({
        raw: documentForm({ type: 'statutes', target_type: 'organization', target_id: w.organization.id }),
      }),
    },
  ],
  'PATCH /api/v4/documents/:slug/': [
    plain((w) => ({ path: by(w.uploaded.slug), body: { issued_on: '2026-01-02', version: 1 } })),
  ],
}

/** The pair of donors suggested as duplicates. */
async function twins({ db }: TestApp) {
  const { id, slug } = await db
    .selectFrom('donor_pairs')
    .innerJoin('donors', 'donors.id', 'donor_pairs.first_id')
    .select(['donor_pairs.id', 'donors.slug'])
    .executeTakeFirstOrThrow()
  return { path: { id }, body: { kept: slug } }
}
