import { type Locator, type Page } from '@playwright/test'
import { addDays, dayOf } from '#shared/dates.ts'
import { expect } from './signed-in.ts'

// Shared beginnings of task journeys.

export const today = dayOf(new Date())
export const tomorrow = addDays(today, 1)
let counter = 0
/** Titles unique to this run: the specs share one server. */
export const unique = (name: string) => `${name} ${Date.now() % 100_000}-${++counter}`

export async function send(page: Page, path: string, data: object, method: 'POST' | 'PATCH' = 'POST') {
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const answer = await page.request.fetch(path, { method, data, headers: { 'X-CSRFToken': csrf } })
  expect(answer.ok()).toBe(true)
  return answer.json()
}

export async function createProject(page: Page, title: string) {
  const [organization] = await (await page.request.get('/api/v4/organizations/minimal-list/')).json()
  return send(page, '/api/v4/projects/', {
    title,
    organization_slug: organization.slug,
    funding_type: 1,
    needs: [{ title: 'Holz', amount_cents: 1000 }],
  })
}

export async function createTask(page: Page, project: { id: number }, overrides: object = {}) {
  const staff = await (await page.request.get('/api/v4/users/staff/')).json()
  return send(page, '/api/v4/reminders/', {
    title: unique('Task'),
    scheduled_for: tomorrow,
    targetId: project.id,
    targetType: 'project',
    users: [staff[0].id],
    ...overrides,
  })
}

/** The Tasks modal of a project, opened from its row in the list. */
export async function openModal(page: Page, title: string): Promise<Locator> {
  await page.goto(`/site-admin/projects/?search=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: `Tasks: ${title}` }).click()
  const modal = page.getByRole('dialog', { name: 'Tasks' })
  await expect(modal).toContainText(`Project: ${title}`)
  return modal
}

/** The person who opens the form is the first assignee; this adds another one. */
export const chooseAssignee = async (page: Page, modal: Locator) => {
  await modal.getByLabel('Assignees').click()
  await page.getByRole('listbox').getByRole('option', { selected: false }).first().click()
  await page.keyboard.press('Escape')
}
