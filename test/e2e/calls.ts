import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { dataFolder } from './policy.ts'

/** Calls the server as the signed-in person, bypassing the screen: another tab, another member of staff. */
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

type Part = string | number | { name: string; mimeType: string; buffer: Buffer }

/** Uploads a file with its fields, as a form does. */
export async function upload<T>(page: Page, path: string, multipart: Record<string, Part>): Promise<T> {
  const csrf = (await page.context().cookies()).find((cookie) => cookie.name === 'csrftoken')?.value ?? ''
  const answer = await page.request.post(path, { headers: { 'X-CSRFToken': csrf }, multipart })
  expect(answer.status(), path).toBe(201)
  return (await answer.json()) as T
}

/** Blocks requests to these addresses until the returned function is called. */
export async function hold(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await held
    await route.continue()
  })
  return letGo
}

/** Blocks the code file of this name until the returned function is called. */
export const holdCode = (page: Page, name: string) => hold(page, new RegExp(`/${name}-[^/]*\\.js`))

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

/** A member of staff with only these rights, signed in on a separate page. Close the page's context. */
export async function asPerson(page: Page, browser: Browser, permissions: string[]): Promise<Page> {
  const name = `p0${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  const email = `${name}@example.org`
  await call(page, 'POST', '/api/v4/users/invite/', { email, user_type: 'staff', permissions })
  const token = await invitationToken(name)
  const context = await browser.newContext()
  const own = await context.newPage()
  await own.request.get('/api/v4/session/')
  const password = 'a-long-password'
  await call(own, 'POST', `/api/v4/users/invite/${token}/accept/`, { username: name, password })
  await call(own, 'POST', '/api/v4/session/', { username: name, password })
  return own
}

/** The token of an invitation, which is on no page. */
export async function invitationToken(name: string): Promise<string> {
  const [, token] = await inLetterTo(`${name}@`, /\/invite\/([\w-]+)\//)
  return token!
}

/** What matches in the letter to an address that begins so: without a mail server, letters lie beside the product's data. */
export async function inLetterTo(address: string, pattern: RegExp): Promise<RegExpExecArray> {
  const outbox = join(dataFolder(), 'outbox')
  let found: RegExpExecArray | null = null
  await expect(() => {
    const letters = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
    found = pattern.exec(letters.find((text) => text.startsWith(`To: ${address}`)) ?? '')
    expect(found).not.toBeNull()
  }).toPass()
  return found!
}
