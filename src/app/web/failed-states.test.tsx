import { waitFor } from '@testing-library/dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '#test/app.ts'
import { newBrowser, openPage } from '#test/page.tsx'

// Every page announces a failed first call and shows a toast; a person without the right is offered nothing on it.

let app: TestApp
let staff: Client
beforeAll(async () => {
  app = await testApp()
  await app.reset()
  staff = await app.as('superuser')
})
afterAll(async () => {
  await newBrowser()
  await app.close()
})

/** Pages and the call that each one depends on. */
const pages = [
  ['projects/', '/api/v4/projects/'],
  ['tasks/', '/api/v4/reminders/'],
  ['tasks/week/', '/api/v4/reminders/'],
  ['tasks/templates/', '/api/v4/reminders/templates/'],
  ['approvals/', '/api/v4/approvals/'],
  ['statistics/', '/api/v4/statistics/'],
  ['settings/features/', '/api/v4/platform-features/1/'],
  ['settings/approvals/', '/api/v4/settings/approvals/'],
  ['settings/limits/', '/api/v4/settings/limits/'],
  ['settings/own-accounts/', '/api/v4/bank-accounts/'],
  ['settings/companies/', '/api/v4/companies/donating-companies/'],
  ['document-templates/', '/api/v4/document-templates/'],
  ['documents/forecast/', '/api/v4/proofs/forecast/'],
  ['emails/templates/', '/api/v4/email-templates/'],
  ['exports/', '/api/v4/exports/'],
  ['payouts/', '/api/v4/payouts/'],
  ['logs/journal/', '/api/v4/logs/journal/'],
  ['logs/ledger-checks/', '/api/v4/logs/ledger-checks/'],
  ['logs/months/', '/api/v4/logs/months/'],
] as const

/** Opens a page whose call is answered with this status. */
async function openFailing(path: string, call: string, status: number) {
  await newBrowser()
  const body = { code: 'refused', detail: 'Refused here', permission: 'view_something' }
  const headers = { 'content-type': 'application/json' }
  let refused = 0
  const page = await openPage(app, staff, `/site-admin/${path}`, async ({ method, path: asked }) => {
    if (method !== 'GET' || asked.split('?')[0] !== call) return undefined
    refused++
    return new Response(JSON.stringify(body), { status, headers })
  })
  await waitFor(() => expect(refused).toBeGreaterThan(0))
  return page
}
const toasts = () => [...document.querySelectorAll('.toast')].map((toast) => toast.textContent)
const message = () => document.querySelector('main .message')

test.each(pages)(
  '%s announces that it could not be loaded, and a toast offers to try again',
  async (...at) => {
    const page = await openFailing(...at, 500)
    await waitFor(() => expect(message()?.closest('[role=alert]')).toBeTruthy())
    expect(page.find('button', 'Try again', message()!)).toBeTruthy()
    await waitFor(() => expect(toasts().join()).toContain('Try again'))
  },
)

test.each(pages)('%s names the missing right and offers no action, alert or toast', async (...at) => {
  await openFailing(...at, 403)
  await waitFor(() => expect(message()?.textContent).toContain('view_something'))
  expect(document.querySelector('main .message')!.closest('[role=alert]')).toBeNull()
  expect(toasts()).toEqual([])
  // The filter fields for days and accounts stay, like the address, and so do the tabs beside the page.
  const offered = [
    ...document.querySelectorAll<HTMLElement>('main :is(button, input, select, .button.primary)'),
  ].filter((one) => !one.closest('form, .entry-tabs, .entry-list'))
  expect(offered.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([])
})

test('the forecast is refused and names the right for a person who may not see organizations', async () => {
  await newBrowser()
  const page = await openPage(app, await app.as(['view_documents']), '/site-admin/documents/forecast/')
  await page.found('h1', 'Not authorized')
  expect(document.querySelector('main')!.textContent).toContain('view_organizations')
})
