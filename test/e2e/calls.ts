import type { Page } from '@playwright/test'
import { expect } from './signed-in.ts'

/** Calls the server as the signed-in person, past the screen: another tab, another member of staff. */
export async function call<T = Record<string, unknown>>(
  page: Page,
  method: string,
  path: string,
  data?: unknown,
): Promise<T> {
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const answer = await page.request.fetch(path, {
    method,
    headers: { 'X-CSRFToken': csrf },
    ...(data === undefined ? {} : { data }),
  })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return (answer.status() === 204 ? undefined : await answer.json()) as T
}

type Created = { slug: string; title: string; version: number; id: number }

/** A fresh organization. */
export function makeOrganization(page: Page, title: string): Promise<Created> {
  return call<Created>(page, 'POST', '/api/v4/organizations/', {
    title,
    email_contact: 'mail@verein.example',
  })
}

/** A fresh project with its own organization and one need. */
export async function makeProject(page: Page, title: string): Promise<Created> {
  const organization = await makeOrganization(page, `Verein ${title}`)
  return call<Created>(page, 'POST', '/api/v4/projects/', {
    title,
    organization_slug: organization.slug,
    needs: [{ title: 'Pump', amount_cents: 125_000 }],
    funding_type: 1,
  })
}
