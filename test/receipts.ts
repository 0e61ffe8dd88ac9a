import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { Permission } from '#shared/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { type Client, type TestApp, testApp } from './app.ts'
import { createOrganization, createProject } from './factories.ts'

/** All required details of a receipt's issuer. */
export const completeIssuer = {
  street: 'Am Anger 4',
  postcode: '78355',
  city: 'Hohenfels',
  tax_office: 'Singen',
  tax_number: '18165/04712',
  exemption_purposes: 'Naturschutz und Landschaftspflege',
  exemption_period: '2020 bis 2022',
}

/** A project whose organization can issue receipts. */
export async function certifiableProject(
  db: Db,
  organization: Parameters<typeof createOrganization>[1] = {},
) {
  const issuer = await createOrganization(db, {
    title: 'Naturschutzgruppe Hohenfels',
    ...completeIssuer,
    ...organization,
  })
  const project = await createProject(db, {
    title: 'Nistkästen',
    organization_id: issuer.id,
    needs: [1_000_000],
  })
  return { issuer, project }
}

/**
 * The app for one test file about receipts, emptied before each test: a project whose organization can issue them, and
 * their maker.
 */
export function receiptDesk(rights: Permission[]) {
  const desk = {} as { app: TestApp; clerk: Client } & Awaited<ReturnType<typeof certifiableProject>>
  beforeAll(async () => void (desk.app = await testApp()))
  beforeEach(async () => {
    await desk.app.reset()
    desk.clerk = await desk.app.as(rights)
    Object.assign(desk, await certifiableProject(desk.app.db))
  })
  afterAll(() => desk.app.close())
  return desk
}

/** Records a donor's gifts by hand; returns their rows. */
export async function recordGifts(
  client: Client,
  project: { slug: string },
  gifts: readonly { amount_cents?: number; received_on?: string; donor?: object }[],
) {
  const rows = []
  for (const { amount_cents = 4000, received_on = '2026-04-22', donor } of gifts) {
    const answer = await client.post('/api/v4/private-donations/', {
      project_slug: project.slug,
      amount_cents,
      received_on,
      channel: 'bank_transfer',
      donor: {
        name: 'Ελένη Łukasz Größ',
        street: 'Große Straße 12',
        postal_code: '70173',
        city: 'İstanbul',
        ...donor,
      },
    })
    expect([answer.status, answer.body]).toEqual([201, answer.body])
    rows.push(answer.body as { slug: string; number: string })
  }
  return rows
}

export const generatePath = '/api/v4/documents/generate/'
export const receiptTemplate = 'standard-donation-receipt'
