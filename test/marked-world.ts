import { expect } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import { queueMail } from '#server/mail/outbox.ts'
import type { Answer, TestApp } from './app.ts'
import { givenUsableTemplate } from './document-templates.ts'
import { givenDocument } from './documents.ts'
import { createOrganization, createProject, createTask, createUser } from './factories.ts'
import { deliver, makeProvider } from './intake.ts'
import { simplePdf } from './make-pdf.ts'
import { makeBudget, makeCompany, payAll, settleAll } from './money.ts'
import { givenPhotos } from './photos.ts'
import { pain002 } from './pain002.ts'
import { completeIssuer, generatePath, receiptTemplate } from './receipts.ts'
import { givenAnnouncement, givenSignature } from './signatures.ts'
import { camt, houseIban } from './statements.ts'

/** A text in a single place of the world, and the rights of which one is needed to read it. */
export type Marker = { what: string; text: string; rights: readonly Permission[] }

/** A German IBAN with valid check digits for these 18 digits. */
function ibanOf(digits: string): string {
  const check = 98n - (BigInt(`${digits}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${digits}`
}

const bankDetails: Permission[] = ['change_organizations', 'change_payouts']
const donorRights: Permission[] = ['change_private_donations']

const donorOf = (first: string, last: string, street: string, city: string, digits: string) => ({
  name: `${first} ${last}`,
  email: `${first}.${last}@geber.example`.toLowerCase(),
  street: `${street} 77`,
  postal_code: '97999',
  city,
  iban: ibanOf(digits),
})

/** Donors by their marked data. */
export const donors = {
  receipted: donorOf('Quirina', 'Zwickelmoser', 'Xanthippenweg', 'Quastenfurt', '701900231111222201'),
  inRun: donorOf('Yolante', 'Pfnatschbacher', 'Zinnoberstieg', 'Wuxenheim', '701900231111222202'),
  pledging: donorOf('Wendolin', 'Krxelhuber', 'Vierzipfelgasse', 'Drömmelbach', '701900231111222203'),
  twin: donorOf('Kunibert', 'Oxenfzwirner', 'Jodokusplatz', 'Ypsilantau', '701900231111222204'),
  delivered: donorOf('Balduine', 'Schnorxmeier', 'Quittenzeile', 'Fjordhausen', '701900231111222205'),
  stuck: donorOf('Zacharina', 'Hupfzeiserl', 'Uhuwinkel', 'Grmblstadt', '701900231111222206'),
} as const

/** Addresses in mails about donors that no donor has: a former one, and the recipient of a receipt. */
const otherAddresses = {
  former: 'frueher.wxlburga@geber.example',
  adviser: 'steuern@kanzlei-zbrstl.example',
}

/** Payers of unmatched statement lines. */
export const payers = {
  open: {
    name: 'Theophania Wrzschke',
    iban: ibanOf('701900231111222211'),
    text: 'Gruss von Cousine Zwirbelius',
  },
  held: { name: 'Ottokarine Plmpf', iban: ibanOf('701900231111222212'), text: 'Andenken Fxdorf' },
  matched: { name: 'Ladislaus Knrpsdorf', iban: ibanOf('701900231111222213'), text: 'Fest Bxsdorf' },
} as const

const organizationBank = { iban: ibanOf('701900231111222221'), bank_account_holder: 'Kassenwartin Trxbold' }
const otherBank = { iban: ibanOf('701900231111222222'), bank_account_holder: 'Schatzmeister Ghzwantl' }
const importedBank = { iban: ibanOf('701900231111222223'), holder: 'Rechnerin Dschxlin' }
/** The bank's answer: its account holder, and a remark about them. */
const nameAtBank = 'Kassenverwalterin Qwxbrandt'
const wordsOfBank = 'Vollmacht Pfxelgard'
const newIban = ibanOf('701900231111222225')
const individualIban = ibanOf('701900231111222224')

/** Unique amounts of company B in cents. */
export const amountsOfB = {
  granted: 73_519_437,
  budget: 18_273_649,
  funding: 3_141_593,
  open: 2_718_281,
  claim: 1_618_033,
  waiting: 1_414_213,
  imported: 1_732_051,
} as const

/** The amount given by the donor with the note, in cents. */
export const amountOfGift = 41_379

/** Written forms of an amount in cents, for people and programs. */
export function writtenAmounts(cents: number): string[] {
  const [euros, rest] = [String(Math.trunc(cents / 100)), String(cents % 100).padStart(2, '0')]
  const grouped = (mark: string) => euros.replace(/\B(?=(\d{3})+$)/g, mark)
  return [
    String(cents),
    `${euros}.${rest}`,
    `${euros},${rest}`,
    `${grouped('.')},${rest}`,
    `${grouped(',')}.${rest}`,
    ...(rest.endsWith('0') ? [`${euros}.${rest[0]}`] : []),
  ]
}

/** Marked data with the rights that show it. */
export function markersOfWorld(): Marker[] {
  const ofDonors = Object.entries(donors).flatMap(([who, donor]) => {
    const [first, last] = donor.name.split(' ') as [string, string]
    return [
      { what: `first name of the donor ${who}`, text: first, rights: donorRights },
      { what: `name of the donor ${who}`, text: last, rights: donorRights },
      { what: `street of the donor ${who}`, text: donor.street.split(' ')[0]!, rights: donorRights },
      { what: `town of the donor ${who}`, text: donor.city, rights: donorRights },
      { what: `e-mail address of the donor ${who}`, text: donor.email, rights: donorRights },
      { what: `IBAN of the donor ${who}`, text: donor.iban, rights: donorRights },
    ]
  })
  const ofPayers = Object.entries(payers).flatMap(([who, payer]): Marker[] => [
    // The payer of a matched line becomes a donor.
    {
      what: `name of the payer ${who}`,
      text: payer.name,
      rights: ['view_bank_statements', ...(who === 'matched' ? donorRights : [])],
    },
    { what: `IBAN of the payer ${who}`, text: payer.iban, rights: ['change_bank_statements'] },
    {
      what: `text of the line ${who}`,
      text: payer.text,
      rights: ['view_bank_statements', ...(who === 'matched' ? (['view_private_donations'] as const) : [])],
    },
  ])
  const ofGift = writtenAmounts(amountOfGift).map((text): Marker => ({
    what: 'amount of a gift',
    text,
    rights: ['view_private_donations', 'view_projects', 'view_statistics', 'view_logs'],
  }))
  return [
    ...ofGift,
    ...ofDonors,
    ...ofPayers,
    { what: 'IBAN of the organization', text: organizationBank.iban, rights: bankDetails },
    {
      what: 'account holder of the organization',
      text: organizationBank.bank_account_holder,
      rights: bankDetails,
    },
    { what: 'account holder by the bank', text: nameAtBank, rights: bankDetails },
    { what: 'words of the bank', text: wordsOfBank, rights: bankDetails },
    { what: 'IBAN of the other organization', text: otherBank.iban, rights: bankDetails },
    { what: 'IBAN in an import', text: importedBank.iban, rights: bankDetails },
    { what: 'account holder in an import', text: importedBank.holder, rights: bankDetails },
    {
      what: 'IBAN of the individual account',
      text: individualIban,
      rights: ['view_settings', 'change_payouts'],
    },
    { what: 'phone of the organization', text: '+49 30 77123987', rights: ['view_organizations'] },
    {
      what: 'street of the organization',
      text: 'Vereinsgässlein',
      rights: ['view_organizations', 'view_documents'],
    },
    { what: 'signatory of the organization', text: 'Vorständin Jpxolde', rights: ['change_organizations'] },
    { what: 'name of a file', text: 'Geheimbeschluss-Vwxz', rights: ['view_documents', 'view_logs'] },
    { what: 'title of a task', text: 'Rückruf Qwzelmann', rights: ['view_reminders'] },
    { what: 'text of a task', text: 'Besprechung Schlxmpe', rights: ['view_reminders'] },
    {
      what: 'address of a colleague',
      text: 'kollegin.hxmpf@haus.example',
      rights: ['view_users', 'view_emails'],
    },
    ...Object.entries(otherAddresses).map(([who, text]): Marker => ({
      what: `e-mail address of the ${who} recipient`,
      text,
      rights: donorRights,
    })),
    { what: 'text of a mail', text: 'Grüße aus Brzldorf', rights: ['view_emails'] },
    { what: 'note of a gift', text: 'Nachlass Tante Dxrothea', rights: donorRights },
  ]
}

/** Marked data of company B, hidden from the users of company A, whatever their rights. */
export function markersOfB(): Marker[] {
  return [
    { what: 'title of company B', text: 'Zyklopia Börsenhaus', rights: [] },
    { what: 'slug of company B', text: 'zyklopia-b', rights: [] },
    { what: 'budget of company B', text: 'Sondertopf Wxlkyre', rights: [] },
    { what: 'reason of a proposal for company B', text: 'Rücknahme Bxlthasar', rights: [] },
    { what: 'note of a funding of company B', text: 'Vermerk Ggnxer', rights: [] },
    { what: 'file of company B', text: 'gaben-wxyzqk', rights: [] },
    { what: 'row of a file of company B', text: 'Orchester Brxnwald', rights: [] },
    ...Object.entries(amountsOfB).flatMap(([name, cents]) =>
      writtenAmounts(cents).map((text) => ({ what: `amount ${name} of company B`, text, rights: [] })),
    ),
  ]
}

/** The marked world: its records, by the names the matrix's calls use. */
export type World = Awaited<ReturnType<typeof createMarkedWorld>>

const base = '/api/v4/'

/** Builds the world once, through a superuser's calls. */
export async function createMarkedWorld(app: TestApp) {
  const { db } = app
  const staff = await app.as('superuser')
  const ok = (answer: Answer) => {
    expect([answer.status < 300, answer.body]).toEqual([true, answer.body])
    return answer.body
  }
  const rules = (enabled: boolean) =>
    db.updateTable('approval_rules').set({ enabled, from_cents: 0 }).execute()
  await rules(false)
  await db
    .updateTable('bank_accounts')
    .set({ iban: houseIban, holder: 'Stiftung Musterstadt', bic: 'COBADEFFXXX' })
    .where('slug', '=', 'main')
    .execute()

  const organization = await createOrganization(db, {
    slug: 'planted-organization',
    title: 'Bergwacht Planting',
    ...completeIssuer,
    street: 'Vereinsgässlein 3',
    phone: '+49 30 77123987',
    ...organizationBank,
    bic: 'COBADEFFXXX',
  })
  const other = await createOrganization(db, {
    slug: 'other-organization',
    title: 'Seewacht Planting',
    ...completeIssuer,
    ...otherBank,
  })
  const individual = ok(
    await staff.post(`${base}individual-bank-accounts/`, { title: 'Treuhand', iban: individualIban }),
  )
  const { id: individualId } = await db
    .selectFrom('individual_bank_accounts')
    .select('id')
    .where('slug', '=', individual.slug)
    .executeTakeFirstOrThrow()
  const project = (slug: string, more: object = {}) =>
    createProject(db, {
      slug,
      title: `Vorhaben ${slug}`,
      organization_id: organization.id,
      needs: [100_000_000],
      ...more,
    })
  const gifted = await project('gifted', { needs_donation_review: true })
  const fundedOpen = await project('funded-open')
  const fundedPaid = await project('funded-paid', { individual_bank_account_id: individualId })
  const fundedByB = await project('funded-by-b')
  const claimed = await project('claimed', { organization_id: other.id })

  const companyA = await makeCompany(db, {
    slug: 'company-a',
    title: 'Amperwerke',
    granted_cents: 50_000_000,
  })
  const companyB = await makeCompany(db, {
    slug: 'zyklopia-b',
    title: 'Zyklopia Börsenhaus AG',
    granted_cents: amountsOfB.granted,
  })
  const budgetB = await makeBudget(db, {
    company_id: companyB.id,
    slug: 'topf-b',
    title: 'Sondertopf Wxlkyre',
    funding_type: 1,
    is_general: false,
    granted_cents: amountsOfB.budget,
  })
  const fund = async (project_slug: string, company_slug: string, amount_cents: number) =>
    ok(
      await staff.post(`${base}projects/fund-internally/`, {
        project_slug,
        company_slug,
        amount_cents,
        note: company_slug === companyB.slug ? 'Vermerk Ggnxer' : 'Vermerk von A',
      }),
    )
  await fund(claimed.slug, companyB.slug, amountsOfB.claim)
  await fund(claimed.slug, companyA.slug, 333_300)
  await fund(fundedPaid.slug, companyB.slug, amountsOfB.funding)
  await fund(fundedPaid.slug, companyA.slug, 111_100)
  await fund(fundedByB.slug, companyB.slug, 5_000)
  await settleAll(db, app.clock.now)
  await payAll(db, app.clock.now)
  ok(
    await staff.post(`${base}projects/defund-internally/`, {
      project_slug: claimed.slug,
      confirm_title: claimed.title,
      reason: 'Irrtum',
      acknowledge_marked_payments: true,
    }),
  )
  const claim = await db
    .selectFrom('recovery_claims')
    .select(['id', 'slug'])
    .where('project_id', '=', claimed.id)
    .where('company_id', '=', companyB.id)
    .executeTakeFirstOrThrow()

  const give = async (donor: (typeof donors)[keyof typeof donors], more: object = {}) =>
    ok(
      await staff.post(`${base}private-donations/`, {
        project_slug: gifted.slug,
        amount_cents: 4_000,
        received_on: '2026-04-22',
        channel: 'bank_transfer',
        donor,
        ...more,
      }),
    ) as { slug: string; number: string }
  const receipted = await give(donors.receipted)
  const unreceipted = await give(donors.receipted, {
    amount_cents: amountOfGift,
    note: 'Nachlass Tante Dxrothea',
  })
  const inRun = [await give(donors.inRun), await give(donors.inRun, { amount_cents: 4_200 })]
  await give(donors.inRun, { amount_cents: 4_300, note: 'Noch ohne' })
  const pledged = await give(donors.pledging, { state: 'pledged' })
  const twin = await give(donors.twin)
  await give({ ...donors.twin, name: 'Kunibert Oxenfzwirner-Wald' })
  await app.runJobs()
  await settleAll(db, app.clock.now)
  await payAll(db, app.clock.now)
  await fund(fundedOpen.slug, companyB.slug, amountsOfB.open)
  await fund(fundedOpen.slug, companyA.slug, 222_200)
  await settleAll(db, app.clock.now)

  const receipt = ok(
    await staff.post(generatePath, {
      template_slug: receiptTemplate,
      mode: 'final',
      targets: [receipted.slug],
    }),
  ).document as { id: number; slug: string; number: string }
  const { run } = ok(
    await staff.post(generatePath, {
      template_slug: receiptTemplate,
      mode: 'final',
      targets: inRun.map(({ slug }) => slug),
    }),
  ) as { run: { id: number } }
  await app.runJobs()
  // A run about a project with a gift of company B.
  const { run: projectRun } = ok(
    await staff.post(generatePath, {
      template_slug: 'standard-funding-agreement',
      mode: 'final',
      targets: [fundedOpen.slug, fundedPaid.slug],
    }),
  ) as { run: { id: number } }
  await app.runJobs()
  const inRunDocument = await db
    .selectFrom('generation_rows')
    .innerJoin('documents', 'documents.id', 'generation_rows.document_id')
    .select(['documents.slug'])
    .where('run_id', '=', run.id)
    .executeTakeFirstOrThrow()
  const uploaded = await givenDocument(
    staff,
    { type: 'statutes', target_type: 'organization', target_id: organization.id },
    { name: 'Geheimbeschluss-Vwxz.pdf' },
  )
  // A document with a donor's name in its file name.
  const { name } = donors.pledging
  const aboutDonor = {
    bytes: simplePdf({ more: [`(Dank an ${name}, ${donors.pledging.street})`] }),
    name: `Dank an ${name}.pdf`,
  }
  const ofOrganization = { target_type: 'organization', target_id: organization.id }
  const donorLetters = [
    await givenDocument(staff, { type: 'letter', kind: 'donor_letter', ...ofOrganization }, aboutDonor),
    await givenDocument(staff, { type: 'receipt', ...ofOrganization }, aboutDonor),
  ]
  const sending = { email: donors.receipted.email, language: 'sie_DE', message: 'Grüße aus Brzldorf' }
  ok(await staff.post(`${base}documents/${receipt.slug}/send/`, sending))
  ok(
    await staff.post(`${base}documents/${receipt.slug}/send/`, {
      ...sending,
      email: donors.inRun.email,
      way: 'link',
      until: '2026-12-01',
    }),
  )
  ok(
    await staff.post(`${base}documents/${receipt.slug}/send/`, { ...sending, email: otherAddresses.adviser }),
  )
  const [link] = ok(await staff.get(`${base}documents/${receipt.slug}/links/`)) as [{ id: number }]
  await givenSignature(staff, organization.slug)
  await givenAnnouncement(staff, organization.slug)
  await db.updateTable('signatures').set({ signatory: 'Vorständin Jpxolde' }).execute()
  await db.updateTable('receipt_announcements').set({ signatory: 'Vorständin Jpxolde' }).execute()
  const template = await givenUsableTemplate(staff)
  const [photo] = await givenPhotos(staff, gifted.slug, 'a.jpg')

  const task = await createTask(db, {
    title: 'Rückruf Qwzelmann',
    description: 'Besprechung Schlxmpe',
    project_id: gifted.id,
    created_by: staff.userId,
    users: [staff.userId],
  })
  const colleague = await createUser(db, { email: 'kollegin.hxmpf@haus.example' })
  await queueMail(db, {
    template: 'applicant_note',
    to: { email: donors.pledging.email, name: donors.pledging.name, language: 'sie_DE' },
    object: { type: 'project', id: gifted.id },
    data: { title: 'Spende', organization: 'Bergwacht', reason: 'Grüße aus Brzldorf' },
    now: app.clock.now,
  })

  const wasAt = (email: string) =>
    db.updateTable('donors').set({ email }).where('name', '=', donors.twin.name).execute()
  await wasAt(otherAddresses.former)
  await queueMail(db, {
    template: 'applicant_note',
    to: { email: otherAddresses.former, language: 'sie_DE' },
    object: { type: 'project', id: gifted.id },
    data: { title: 'Spende', organization: 'Bergwacht', reason: 'Früher' },
    now: app.clock.now,
  })
  await wasAt(donors.twin.email)

  const statementForm = new FormData()
  statementForm.set(
    'file',
    new Blob([
      camt([
        {
          number: '1',
          lines: [
            { cents: 700, ...payers.open },
            { cents: 800, ...payers.held },
            { cents: 900, ...payers.matched },
            // The donor pays the pledge.
            { cents: 4_000, name: 'Zusage', iban: donors.pledging.iban, text: 'Zusage' },
          ],
        },
      ]),
    ]),
    'auszug.xml',
  )
  const brought = ok(await staff.call('POST', `${base}bank-statements/`, { raw: statementForm }))
  const statement = brought.statements[0] as number
  const lines = await db.selectFrom('bank_lines').select(['id', 'position']).orderBy('position').execute()
  const [openLine, heldLine, matchedLine] = lines.map(({ id }) => id) as [number, number, number]
  ok(await staff.post(`${base}bank-transactions/${heldLine}/hold/`, { reason: 'Später' }))
  ok(
    await staff.post(`${base}bank-transactions/${matchedLine}/match/`, {
      parts: [{ target_type: 'project', target_slug: gifted.slug, amount_cents: 900 }],
    }),
  )

  await makeProvider(staff)
  const event = { type: 'pledged', at: '2026-11-20T10:00:00Z', amount_cents: 2_500, currency: 'EUR' }
  await deliver(app, {
    ...event,
    id: 'evt-1',
    gift: 'pay-1',
    project_slug: gifted.slug,
    donor: donors.delivered,
  })
  await deliver(app, { ...event, id: 'evt-2', gift: 'pay-2', project_slug: 'nowhere', donor: donors.stuck })
  const stuck = await db
    .selectFrom('intake_deliveries')
    .select('id')
    .where('event_id', '=', 'evt-2')
    .executeTakeFirstOrThrow()

  const importForm = new FormData()
  importForm.set(
    'file',
    new Blob([
      [
        'Organisation;Projekt;Betrag in Euro;IBAN;Kontoinhaber',
        `Chor;Noten;1,00;${importedBank.iban};${importedBank.holder}`,
        `Chor Zwei;Noten;x;${importedBank.iban};${importedBank.holder}`,
      ].join('\n'),
    ]),
    'gaben.csv',
  )
  const imported = ok(await staff.call('POST', `${base}imports/`, { raw: importForm })).id as number
  const ofB = await app.as(['create_projects', 'create_organizations'], {
    user_type: 'company',
    company_id: companyB.id,
  })
  const formOfB = new FormData()
  const lineOfB = `Orchester Brxnwald;Noten;${(amountsOfB.imported / 100).toFixed(2).replace('.', ',')}`
  const linesOfB = ['Organisation;Projekt;Betrag in Euro', lineOfB, 'Orchester Brxnwald;Reise;x']
  formOfB.set('file', new Blob([linesOfB.join('\n')]), 'gaben-wxyzqk.csv')
  const importedByB = ok(await ofB.call('POST', `${base}imports/`, { raw: formOfB })).id as number
  ok(await ofB.post(`${base}imports/${importedByB}/check/`, {}))
  await app.runJobs()

  await rules(true)
  const proposer = await app.as([
    'fund_projects',
    'defund_projects',
    'change_organizations',
    'change_private_donations',
    'view_projects',
  ])
  const waiting = ok(
    await proposer.post(`${base}projects/fund-internally/`, {
      project_slug: fundedOpen.slug,
      company_slug: companyB.slug,
      amount_cents: amountsOfB.waiting,
      note: 'Vermerk Ggnxer',
    }),
  ).approval as { id: number }
  const waitingDefund = ok(
    await proposer.post(`${base}projects/defund-internally/`, {
      project_slug: fundedByB.slug,
      confirm_title: fundedByB.title,
      reason: 'Rücknahme Bxlthasar',
      acknowledge_marked_payments: true,
    }),
  ).approval as { id: number }
  const waitingBank = ok(
    await proposer.patch(`${base}organization/${other.slug}/`, { iban: newIban, version: 1 }),
  ).approval as { id: number }
  await rules(false)
  const payouts = await db
    .selectFrom('payouts')
    .select(['id', 'slug', 'number', 'state', 'project_id'])
    .orderBy('id')
    .execute()
  const paid = ok(
    await staff.post(`${base}payouts/sepa-export/`, {
      payout_slugs: payouts.filter(({ state }) => state === 'open').map(({ slug }) => slug),
      execute_on: '2026-11-23',
    }),
  )
  const inFile = payouts.filter(({ slug }) => (paid.exported as string[]).includes(slug))
  for (const [at, { status, words }] of [
    { status: 'RVMC', words: [nameAtBank] },
    { status: 'ACSP', words: [wordsOfBank] },
  ].entries()) {
    const said = inFile.map(({ number }) => ({ id: number, status, words }))
    const content = pain002({ message: `BANK-${at}`, original: String(paid.message_id), said })
    const raw = new FormData()
    raw.append('file', new Blob([content]), 'answer.xml')
    ok(await staff.call('POST', `${base}payouts/bank-answers/`, { raw }))
  }
  await app.runJobs()
  const sent = { selection: { slugs: [gifted.slug] }, kind: 'review', outcome: 4 }
  const bulk = ok(await staff.post(`${base}projects/bulk/decide/`, sent)).bulk.id as number
  await app.runJobs()
  const ids = async (table: 'emails' | 'intake_deliveries' | 'ledger_transactions') =>
    (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
  const accountsOfB = (await db.selectFrom('ledger_accounts').select('id').orderBy('id').execute()).map(
    ({ id }) => id,
  )
  const bulkInputs: Record<string, object> = {
    decide: { kind: 'review', outcome: 4 },
    mail: { text: 'Guten Tag' },
    task: { title: 'Anruf', scheduled_for: '2026-12-01', users: [staff.userId] },
  }
  const paidFiles = (await db.selectFrom('payment_files').select('slug').execute()).map(({ slug }) => slug)
  await app.services.searches.written()
  return {
    bulk,
    bulkInputs,
    accountsOfB,
    files: paidFiles,
    lines: lines.map(({ id }) => id),
    mails: await ids('emails'),
    deliveries: await ids('intake_deliveries'),
    journal: await ids('ledger_transactions'),
    staff,
    organization,
    other,
    individual,
    gifted,
    fundedOpen,
    fundedPaid,
    fundedByB,
    claimed,
    companyA,
    companyB,
    budgetB,
    claim,
    receipted,
    unreceipted,
    inRun,
    pledged,
    twin,
    receipt,
    run,
    projectRun,
    inRunDocument,
    uploaded,
    donorLetters,
    link,
    template,
    photo,
    task,
    colleague,
    statement,
    openLine,
    heldLine,
    matchedLine,
    stuck,
    imported,
    importedByB,
    waiting,
    waitingDefund,
    waitingBank,
    payouts,
  }
}
