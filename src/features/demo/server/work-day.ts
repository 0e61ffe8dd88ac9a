import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { addDays, type Day, dayOf } from '#shared/dates.ts'
import { enqueue } from '#server/work/jobs.ts'
import { queueMails } from '#server/mail/outbox.ts'
import { signatureOf } from '#features/intake/server/signature.ts'
import { exportWork } from '#features/exports/server/background.ts'
import { privateDonations } from '#features/private-donations/contract.ts'
import { projects } from '#features/projects/contract.ts'
import type { Services } from '#server/services.ts'
import { type AnyBody, type Caller, formWith, signIn } from './caller.ts'

type Place = {
  app: FastifyInstance
  services: Services
  today: Day
  admin: { id: number; call: Caller }
  /** Runs queued jobs, once or for a while. */
  work: () => Promise<unknown>
}

/**
 * A morning's work in the filled demo, through the product's own calls: imports, a bulk run, exports, bank answers, provider
 * deliveries, register checks, and mails in every state. Refused calls throw.
 */
export async function simulateWorkDay(
  app: FastifyInstance,
  services: Services,
  work: () => Promise<unknown>,
): Promise<void> {
  const { db } = services.database
  const people = await db
    .selectFrom('users')
    .select(['id', 'username', 'is_superuser'])
    .orderBy('id')
    .execute()
  const as = (id: number) => signIn(app, services, id)
  const named = (username: string) => as(people.find((person) => person.username === username)!.id)
  const { id } = people.find(({ is_superuser }) => is_superuser)!
  const today = dayOf(services.clock(), services.config.timeZone)
  const place: Place = { app, services, today, work, admin: { id, call: await as(id) } }
  const [katrin, ayse] = [await named('kvollmer'), await named('ademir')]
  await importLists(place, katrin)
  await changeManyProjects(place, katrin)
  await makeExports(place)
  await uploadBankAnswer(place, ayse)
  await requestRefund(place, ayse)
  await receiveDeliveries(place)
  await checkRegister(place, katrin)
  await sendMails(place)
  // The demo's calls needed these sessions; no person uses them.
  await db.deleteFrom('sessions').execute()
}

const mostLooks = 2_400

/** Runs jobs until the answer satisfies `isDone`. */
async function until(place: Place, read: () => Promise<AnyBody>, isDone: (answer: AnyBody) => boolean) {
  for (let looks = 0; looks < mostLooks; looks++) {
    await place.work()
    const answer = await read()
    if (isDone(answer)) return answer
  }
  throw new Error('the work of the demo does not end')
}

const header = 'Verein;Ort;Projekt;Betrag in EUR;Datum'

/** One booked import whose mapping was saved as a recipe, and one whose refused rows wait for a correction. */
async function importLists(place: Place, call: Caller): Promise<void> {
  const year = Number(place.today.slice(0, 4)) - 1
  const booked = [
    header,
    `Naturschutzgruppe Lindenau e. V.;Lindenau;Wildbienenhotel am Radweg;1.250,00;14.05.${year}`,
    `Naturschutzgruppe Lindenau e. V.;Lindenau;Wildbienenhotel am Radweg;480,00;02.09.${year}`,
    `Musikverein Harmonie Talheim;Talheim;Noten für die Bläserklasse;920,50;21.06.${year}`,
    `Hospizdienst Seefeld e. V.;Seefeld;Trauercafé im Winter;1.800,00;30.11.${year}`,
  ]
  const first = await upload(call, `Foerderliste_${year}.csv`, booked)
  await call('PATCH', `/api/v4/imports/${first}/`, { keep_as: 'Förderliste der Stadtwerke' })
  const { counts } = await check(place, call, first)
  const cents = counts.years.reduce((sum: number, { new_cents }: { new_cents: number }) => sum + new_cents, 0)
  await call('POST', `/api/v4/imports/${first}/run/`, { expected: { gifts: counts.gifts.new, cents } })
  await until(
    place,
    () => call('GET', `/api/v4/imports/${first}/`),
    ({ state }) => state === 'done',
  )

  const waiting = [
    header,
    `TSV Rosenberg 1908 e. V.;Rosenberg;Hallenzeit für die U10;640,00;11.02.${year}`,
    `TSV Rosenberg 1908 e. V.;Rosenberg;Hallenzeit für die U10;640,00;31.02.${year}`,
    `Kulturwerk Oberau;Oberau;Sommerbühne;2.4OO,00;08.07.${year}`,
    `;Kirchbach;Neue Bänke am Weiher;350,00;19.08.${year}`,
    `Bürgerverein Kirchbach;Kirchbach;Neue Bänke am Weiher;350,00;19.08.${year}`,
  ]
  await check(place, call, await upload(call, `Vereinsmeldungen_${year}.csv`, waiting))
}

async function upload(call: Caller, filename: string, lines: readonly string[]): Promise<number> {
  const { id } = await call('POST', '/api/v4/imports/', formWith(lines.join('\r\n'), filename))
  return id
}

async function check(place: Place, call: Caller, id: number): Promise<AnyBody> {
  await call('POST', `/api/v4/imports/${id}/check/`)
  return until(
    place,
    () => call('GET', `/api/v4/imports/${id}/`),
    ({ state }) => state === 'checked',
  )
}

/** A run that sets an internal status, which some projects already have. */
async function changeManyProjects(place: Place, call: Caller): Promise<void> {
  const { results } = await call('GET', '/api/v4/projects/?ordering=created_at&page_size=25')
  const slugs = results.slice(4, 16).map(({ slug }: { slug: string }) => slug)
  const statuses = await call('GET', '/api/v4/projects/internal-status/')
  const { bulk } = await call('POST', '/api/v4/projects/bulk/internal_status/', {
    selection: { slugs },
    internal_status: statuses.results[0].slug,
  })
  await until(
    place,
    () => call('GET', `/api/v4/projects/bulk/${bulk.id}/`),
    ({ status }) => status === 'done',
  )
}

/** A list of this size would be answered directly; here it runs in the background like large ones, with a file and a mail. */
async function makeExports(place: Place): Promise<void> {
  const { db } = place.services.database
  const asked = [
    { list: 'projects', query: projects.export.query!.parse({ format: 'xlsx' }) },
    { list: 'private_donations', query: privateDonations.export.query!.parse({ format: 'csv' }) },
  ]
  for (const { list, query } of asked) {
    const { id } = await db
      .insertInto('exports')
      .values({
        user_id: place.admin.id,
        list,
        query: JSON.stringify(query),
        language: 'en_US',
        created_at: place.services.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await enqueue(db, exportWork, { id })
  }
  const atWork = (answer: { results: { status: string }[] }) =>
    answer.results.some(({ status }) => status === 'queued' || status === 'running')
  await until(
    place,
    () => place.admin.call('GET', '/api/v4/exports/'),
    (answer) => !atWork(answer),
  )
}

/** The bank confirms the payees of a file, except one with a similar name, which waits for a second person. */
async function uploadBankAnswer(place: Place, call: Caller): Promise<void> {
  const { results } = await call('GET', '/api/v4/payouts/?state=exported&ordering=number')
  const [close, ...matched] = results
  if (!close) return
  const bank_name = `${close.recipient.name.replace(/ e\. V\.$/, '')} eingetragener Verein`
  const said = [
    `<TxInfAndSts><OrgnlEndToEndId>${close.number}</OrgnlEndToEndId><TxSts>RVMC</TxSts><StsRsnInf><AddtlInf>${bank_name}</AddtlInf></StsRsnInf></TxInfAndSts>`,
    ...matched.map(
      ({ number }: { number: string }) =>
        `<TxInfAndSts><OrgnlEndToEndId>${number}</OrgnlEndToEndId><TxSts>RCVC</TxSts></TxInfAndSts>`,
    ),
  ]
  const original = close.file.message_id
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
<GrpHdr><MsgId>VOP-${original}</MsgId><CreDtTm>${place.today}T08:15:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${original}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>${original}</OrgnlPmtInfId>${said.join('')}</OrgnlPmtInfAndSts>
</CstmrPmtStsRpt></Document>`
  await call('POST', '/api/v4/payouts/bank-answers/', formWith(xml, `${original}_VOP.xml`))
  await call('POST', `/api/v4/payouts/${close.slug}/take-bank-name/`, { bank_name })
}

/** The refund of a large donation, which needs a second person. */
async function requestRefund({ admin, today }: Place, call: Caller): Promise<void> {
  const settings = '/api/v4/settings/approvals/'
  const { version } = await admin.call('GET', settings)
  await admin.call('PATCH', settings, {
    rules: [{ act: 'refund', enabled: true, from_cents: 100_000 }],
    version,
  })
  const { results } = await call('GET', '/api/v4/projects/?ordering=created_at&page_size=25&status=complete')
  const { slug } = await call('POST', '/api/v4/private-donations/', {
    project_slug: results[1].slug,
    amount_cents: 120_000,
    received_on: addDays(today, -1),
    channel: 'bank_transfer',
    state: 'confirmed',
    donor: { name: 'Renate Vogt', email: 'renate.vogt@donor.example' },
    note: 'Überweisung am Schalter gezeigt',
  })
  await call('POST', `/api/v4/private-donations/${slug}/refund/`, {
    reason: 'Zweimal überwiesen, die Spenderin hat angerufen',
  })
}

/** A provider's deliveries: one gift, and one for an unknown project. */
async function receiveDeliveries({ app, services, today, admin }: Place): Promise<void> {
  const secret = 'whsec_demo_0123456789abcdef0123456789'
  const provider = await admin.call('POST', '/api/v4/intake-providers/', {
    code: 'paysafe',
    title: 'Paysafe',
  })
  await admin.call('POST', `/api/v4/intake-providers/${provider.code}/secrets/`, { secret })
  const at = services.clock().toISOString()
  const { results } = await admin.call(
    'GET',
    '/api/v4/projects/?ordering=created_at&page_size=25&status=complete',
  )
  const gift = { amount_cents: 2500, currency: 'EUR' }
  const donor = { name: 'Heike Sommer', email: 'heike.sommer@donor.example' }
  const events = [
    { id: 'evt_1', type: 'pledged', gift: 'pay_1', project_slug: results[0].slug, donor, ...gift },
    { id: 'evt_2', type: 'confirmed', gift: 'pay_1', ...gift },
    { id: 'evt_3', type: 'pledged', gift: 'pay_2', project_slug: 'sommerfest-am-see', donor, ...gift },
  ]
  for (const event of events) {
    const body = Buffer.from(JSON.stringify({ ...event, at }))
    const time = String(Math.floor(services.clock().getTime() / 1000))
    const answer = await app.inject({
      method: 'POST',
      url: `/api/v4/intake/${provider.code}/`,
      headers: {
        'content-type': 'application/json',
        'intake-timestamp': time,
        'intake-signature': `v1=${signatureOf(secret, time, body)}`,
      },
      payload: body,
    })
    if (answer.statusCode !== 200)
      throw new Error(`the demo's delivery of ${today} was refused: ${answer.body.slice(0, 500)}`)
  }
}

/** A register entry that agrees, one with a different notice, and one checked over a year ago. */
async function checkRegister({ today }: Place, call: Caller): Promise<void> {
  const { results } = await call('GET', '/api/v4/organizations/?ordering=title&page_size=25&status=complete')
  const known = results.filter(({ iban }: { iban?: string }) => iban).slice(0, 3)
  const checks = [
    { checked_on: addDays(today, -12), note: 'Name und Anschrift stimmen.' },
    { checked_on: addDays(today, -40), notice_day: addDays(today, -900) },
    { checked_on: addDays(today, -380) },
  ]
  for (const [at, { slug }] of known.entries())
    await call('POST', `/api/v4/organization/${slug}/register-checks/`, {
      is_listed: true,
      notice_day: null,
      ibans: [],
      economic_id: '',
      note: '',
      ...checks[at],
    })
}

/** Mails of a bank with a mail server: sent, refused by the recipient's server, waiting for a retry. */
async function sendMails(place: Place): Promise<void> {
  const { db } = place.services.database
  const now = place.services.clock()
  const tasks = await db
    .selectFrom('reminders')
    .select(['id', 'title', 'description'])
    .orderBy('id')
    .limit(recipients.length)
    .execute()
  await queueMails(
    db,
    tasks.map(({ id, title, description }, at) => ({
      template: 'task_created',
      to: { email: recipients[at]!.email, name: recipients[at]!.name, language: 'sie_DE' as const },
      object: { type: 'reminder', id },
      data: {
        recipient: recipients[at]!.name,
        title,
        description,
        target: '',
        target_type: 'project',
        due_date: addDays(place.today, 7),
        created_by: 'Katrin Vollmer',
        link: `${place.services.config.baseUrl}/site-admin/tasks/`,
      },
      now,
    })),
  )
  // Without a mail server mails are rendered and then skipped.
  const written = () => db.selectFrom('emails').select('id').where('state', '=', 'queued').execute()
  await until(place, written, (queued) => queued.length === 0)
  for (const { email, state, reason, answer } of recipients)
    await sql`
      with mail as (
        update emails set state = ${state}, reason = ${reason}, sent_at = ${state === 'sent' ? now : null},
          next_attempt_at = ${state === 'queued' ? new Date(now.getTime() + hours(20)) : null},
          tries = ${state === 'queued' ? 1 : 0}
        where to_email = ${email} returning id
      )
      update email_attempts set outcome = ${state === 'queued' ? 'retry' : state}, transport = 'smtp', answer = ${answer}
      from mail where email_id = mail.id`.execute(db)
}

const hours = (count: number) => count * 3_600_000
const recipients = [
  {
    name: 'Jana Roth',
    email: 'jana.roth@tsv-seefeld.example',
    state: 'sent',
    reason: null,
    answer: '250 2.0.0 Ok: queued as 4F2A91C0',
  },
  {
    name: 'Peter Ludwig',
    email: 'kasse@kulturwerk-oberau.example',
    state: 'sent',
    reason: null,
    answer: '250 2.0.0 Ok: queued as 4F2A91C7',
  },
  {
    name: 'Maria Hahn',
    email: 'maria.hahn@hospizdienst.example',
    state: 'failed',
    reason: 'refused',
    answer: '550 5.1.1 <maria.hahn@hospizdienst.example>: Recipient address rejected: User unknown',
  },
  {
    name: 'Emre Kaya',
    email: 'vorstand@buergerverein-talheim.example',
    state: 'queued',
    reason: null,
    answer: '451 4.7.1 Greylisted, please try again later',
  },
] as const
