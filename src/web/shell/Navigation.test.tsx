import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import type { Client, TestApp } from '#test/app.ts'
import { createProject } from '#test/factories.ts'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { createPayout } from '#test/payouts.ts'

let app: TestApp
let staff: Client
eachOnNewPage(async (given) => {
  app = given
  staff = await app.as('superuser')
})

const namesIn = (selector: string) =>
  [...document.querySelectorAll(`${selector} a`)].map((link) => link.textContent)
const entry = (name: string) =>
  [...document.querySelectorAll<HTMLAnchorElement>('.side a')].find((link) =>
    link.textContent.includes(name),
  )!
const described = (link: HTMLElement) =>
  document.getElementById(link.getAttribute('aria-describedby') ?? '')?.textContent

test('shows only permitted entries, each linking to its first permitted page', async () => {
  const clerk = await app.as(['view_payouts', 'view_email_templates'])
  const page = await openPage(app, clerk, '/site-admin/payouts/')
  await page.found('h1', 'Payouts')
  expect(namesIn('.side')).toEqual(['Dashboard', 'Money', 'Messages'])
  expect(namesIn('.entry-tabs')).toEqual(['Payouts', 'Recovery claims'])
  expect(entry('Money').getAttribute('href')).toBe('/site-admin/payouts/')
  expect(entry('Messages').getAttribute('href')).toBe('/site-admin/emails/templates/')
  await openPage(app, clerk, '/site-admin/emails/templates/')
  await waitFor(() => expect(namesIn('.side')).not.toEqual([]))
  expect(document.querySelector('.entry-tabs')).toBeNull()
})

test('shows waiting counts to people who can act on them, until the work is done', async () => {
  await createProject(app.db, { needs_donation_review: true })
  await createPayout(app.db, { title: 'Garden' })
  let page = await openPage(app, await app.as(['view_payouts', 'view_projects']), '/site-admin/payouts/')
  await page.found('h1', 'Payouts')
  expect(document.querySelector('.waiting-count')).toBeNull()

  page = await openPage(app, staff, '/site-admin/payouts/')
  await waitFor(() => expect(described(entry('Money'))).toBe('1 payout is open'))
  expect(described(entry('Projects'))).toBe('1 project needs a review')
  expect(namesIn('.entry-tabs')).toContain('Payouts1, 1 payout is open')
  await page.press('Select: Garden')
  await page.press('Mark paid…')
  const dialog = await page.dialog('Mark paid')
  await page.type('Paid on', '20.11.2026')
  await page.press('Mark paid: 1, €100.00', dialog)
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  await waitFor(() => expect(described(entry('Money'))).toBeUndefined())
})

test('a page is pinned from its tabs, appears in this person’s navigation, and is unpinned there', async () => {
  let page = await openPage(app, staff, '/site-admin/logs/audit/')
  await page.press('Pin to the navigation: Audit')
  await page.found('.side a', 'Audit')
  page = await openPage(app, staff, '/site-admin/organizations/')
  await page.found('.side a', 'Audit')
  Object.assign(window, { innerWidth: 1440 })
  fireEvent(window, new Event('resize'))
  await page.press('Unpin from the navigation: Audit')
  await waitFor(() => expect(entry('Audit')).toBeUndefined())
  await openPage(app, await app.as('superuser'), '/site-admin/logs/audit/')
  await waitFor(() => expect(namesIn('.side')).toHaveLength(12))
})

test('shows the name of the hovered or focused entry until Escape', async () => {
  const page = await openPage(app, staff, '/site-admin/organizations/')
  await page.found('.side.rail a', /Statistics/)
  const tip = () => document.querySelector('.side-tip')?.textContent
  fireEvent.mouseOver(entry('Statistics'))
  await waitFor(() => expect(tip()).toBe('Statistics'))
  fireEvent.mouseOut(entry('Statistics'))
  await waitFor(() => expect(tip()).toBeUndefined())
  entry('Data').focus()
  await waitFor(() => expect(tip()).toBe('Data'))
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  await waitFor(() => expect(tip()).toBeUndefined())
})
