import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { importJob } from '#features/imports/server/jobs.ts'
import type { Expected } from '#features/imports/work-rules.ts'
import { type Answer, type Client, type TestApp, testApp } from './app.ts'
import { runJobs } from './run-jobs.ts'

// Node's own, because an open page replaces both with those of its window, which fetch does not send as multipart.
const { Blob, FormData } = globalThis

/** A small file of grants with one example of each case. */
export const importHeader = 'Verein;PLZ;Projekt;Betrag in Euro;Jahr;Geber'
export const goodImport = [
  importHeader,
  'Chor Süd e. V.;10967;Neue Noten;1.000,50;2016;Senat',
  'Chor Süd e. V.;10967;Neue Noten;200;2017;',
  'TSV Nord;;Tore;50;2017;Bezirk',
]

/** The app for one test file about imports, with somebody who may import, emptied before each test. */
export function importApp() {
  const it = {} as { app: TestApp; staff: Client; dataDir: string }
  beforeAll(async () => {
    it.dataDir = await mkdtemp(join(tmpdir(), 'imports-'))
    it.app = await testApp({ config: { dataDir: it.dataDir } })
  })
  const reset = async () => {
    await it.app.reset()
    await rm(join(it.dataDir, 'files'), { recursive: true, force: true })
    it.staff = await it.app.as([
      'create_projects',
      'create_organizations',
      'create_private_donations',
      'change_private_donations',
      'view_projects',
    ])
  }
  beforeEach(reset)
  afterAll(async () => {
    await it.app.close()
    await rm(it.dataDir, { recursive: true })
  })

  async function upload(content: string | Uint8Array, name = 'file.csv', client = it.staff): Promise<Answer> {
    const form = new FormData()
    form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name)
    return client.call('POST', '/api/v4/imports/', { raw: form })
  }

  /** Uploads a readable file with options; returns its id. */
  async function uploaded(lines: string[], options: Record<string, unknown> = {}): Promise<number> {
    const { status, body } = await upload(lines.join('\n'))
    expect(status).toBe(201)
    // Nothing is booked by default: the test states that the amounts are euros.
    const silent = body.currency_question && body.currency_question.currency === null
    // The test confirms unusual input on purpose.
    const confirmed = [...body.to_confirm, ...(lines.length > 50 ? ['many_organizations'] : [])]
    const choices = {
      ...(silent && { currency: 'EUR' }),
      ...(confirmed.length > 0 && { confirmed }),
      ...options,
    }
    if (Object.keys(choices).length > 0)
      expect((await it.staff.patch(`/api/v4/imports/${body.id}/`, choices)).status).toBe(200)
    return body.id as number
  }

  const work = () => runJobs(it.app.services, { jobs: [importJob], chores: [] })

  /** Checks or runs an import and does the work; returns the finished import. */
  async function act(id: number, what: 'check' | 'run', expected?: Expected) {
    expect((await it.staff.post(`/api/v4/imports/${id}/${what}/`, expected && { expected })).status).toBe(202)
    await work()
    return (await it.staff.get(`/api/v4/imports/${id}/`)).body
  }

  return Object.assign(it, {
    reset,
    upload,
    uploaded,
    work,
    act,
    /** Uploads and runs; returns the finished import. */
    run: async (lines: string[], options?: Record<string, unknown>, expected?: Expected) =>
      act(await uploaded(lines, options), 'run', expected),
    everything: () => everything(it.app),
  })
}

/** Everything an import may create, without values that differ between two databases. */
async function everything(app: TestApp) {
  const organizations = await app.db
    .selectFrom('organizations')
    .select([
      'title',
      'slug',
      'register_number',
      'postcode',
      'city',
      'status',
      'review_status',
      'needs_review',
    ])
    .orderBy('id')
    .execute()
  const projects = await app.db
    .selectFrom('projects')
    .select([
      'title',
      'slug',
      'organization_title',
      'status',
      'needs_donation_review',
      'target_cents',
      'funded_cents',
    ])
    .orderBy('id')
    .execute()
  const gifts = await app.db
    .selectFrom('fundings')
    .select(['project_id', 'amount_cents', 'received_on', 'state', 'source', 'note'])
    .orderBy('id')
    .execute()
  return { organizations, projects, gifts }
}
