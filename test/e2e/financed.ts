import type { Page } from '@playwright/test'
import { call } from './calls.ts'
import { expect } from './signed-in.ts'

let n = 0
export type FinancedProject = { slug: string; title: string; version: number }

/** Projects in financing and a company with money for one test; their titles share one word. */
export async function financed(page: Page, needs: number[], budget_cents = 1_000_000) {
  const word = `Spende${Date.now()}${++n}`
  const organization = await call<FinancedProject>(page, 'POST', '/api/v4/organizations/', {
    title: `Verein ${word}`,
    email_contact: 'a@example.org',
  })
  const path = `/api/v4/organization/${organization.slug}/`
  const complete = await call<FinancedProject>(page, 'PATCH', path, {
    status: 2,
    version: organization.version,
  })
  await call(page, 'POST', `${path}review/`, { kind: 'review', outcome: 2, version: complete.version })
  const company = await call<FinancedProject>(page, 'POST', '/api/v4/companies/donating-companies/', {
    title: `Firma ${word}`,
    budget_cents,
  })
  const projects: FinancedProject[] = []
  for (const [at, amount_cents] of needs.entries()) {
    const made = await call<FinancedProject>(page, 'POST', '/api/v4/projects/', {
      title: `${word} ${at + 1}`,
      organization_slug: organization.slug,
      funding_type: 2,
      needs: [{ title: 'Holz', amount_cents }],
    })
    const own = `/api/v4/project/${made.slug}/`
    const ready = await call<FinancedProject>(page, 'PATCH', own, { status: 2, version: made.version })
    await call(page, 'POST', `${own}review/`, { kind: 'review', outcome: 2, version: ready.version })
    projects.push(made)
  }
  return { word, company, projects, list: `/site-admin/projects/?search=${word}&ordering=title` }
}

/** A project fully funded by a company, so that it was settled at once. */
export async function funded(page: Page) {
  const { company, projects } = await financed(page, [30_000])
  const project = projects[0]!
  await call(page, 'POST', '/api/v4/projects/fund-internally/', {
    project_slug: project.slug,
    company_slug: company.slug,
    amount_cents: 30_000,
  })
  const { results } = await call<{ results: { slug: string; number: string }[] }>(
    page,
    'GET',
    `/api/v4/payouts/?search=${encodeURIComponent(project.title)}`,
  )
  return { company, project, payout: results[0]! }
}

/** Chooses an option of a searched field by keyboard alone. */
export async function choose(page: Page, label: string, text: string) {
  const box = page.getByRole('combobox', { name: label })
  await box.fill(text)
  await expect(page.getByRole('listbox').getByRole('option').first()).toContainText(text)
  await box.press('Enter')
}
