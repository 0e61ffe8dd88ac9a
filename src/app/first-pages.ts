import type { FirstCall, FirstNeeds } from '#shared/lists/first-page.ts'
import type { PagePath } from '#shared/pages.ts'
import { emailList } from '#features/emails/table.ts'
import { organizationList } from '#features/organizations/table.ts'
import { payoutList } from '#features/payouts/table.ts'
import { projectList } from '#features/projects/table.ts'
import { taskTemplateList } from '#features/tasks/table.ts'
import { userList } from '#features/users/table.ts'

const settingsOf = (tableName: string): FirstCall => ({
  name: 'GET /api/v4/table-settings/:tableName/',
  params: { tableName },
})
const whole = { page_size: 100 }
const projectCalls: FirstCall[] = [
  settingsOf('projects'),
  { name: 'GET /api/v4/table-settings/:tableName/layout/', params: { tableName: 'projects' } },
  { name: 'GET /api/v4/platform-features/1/' },
  { name: 'GET /api/v4/projects/internal-status/', query: whole },
  { name: 'GET /api/v4/additional-steps-fields/offered/' },
]
const organizationCalls: FirstCall[] = [
  settingsOf('organizations'),
  { name: 'GET /api/v4/organizations/internal-status/', query: whole },
]
const projectsOpening = 'GET /api/v4/projects/views/opening/' as const
const projects = { name: 'GET /api/v4/projects/', declaration: projectList } as const
const organizations = { name: 'GET /api/v4/organizations/', declaration: organizationList } as const

const byPath: Partial<Record<PagePath, FirstNeeds>> = {
  '/site-admin/': { calls: [{ name: 'GET /api/v4/dashboard/waiting/' }] },
  '/site-admin/projects/': { calls: projectCalls, list: { ...projects, opening: projectsOpening } },
  '/site-admin/projects/archive/': { calls: projectCalls, list: { ...projects, archived: true } },
  '/site-admin/organizations/': { calls: organizationCalls, list: organizations },
  '/site-admin/organizations/archive/': {
    calls: organizationCalls,
    list: { ...organizations, archived: true },
  },
  '/site-admin/users/': {
    calls: [settingsOf('users')],
    list: { name: 'GET /api/v4/users/', declaration: userList },
  },
  '/site-admin/payouts/': {
    calls: [settingsOf('payouts')],
    list: { name: 'GET /api/v4/payouts/', declaration: payoutList },
  },
  '/site-admin/emails/': {
    calls: [settingsOf('emails')],
    list: { name: 'GET /api/v4/emails/', declaration: emailList },
  },
  '/site-admin/tasks/templates/': {
    list: { name: 'GET /api/v4/reminders/templates/', declaration: taskTemplateList },
  },
}

/**
 * Calls that pages always make. The server sends their answers with the document, so that the list's rows arrive before
 * any code. A page missing here is only slower.
 */
export const firstPages = {
  always: [
    { name: 'GET /api/v4/users/profile/' },
    { name: 'GET /api/v4/counts/' },
    { name: 'GET /api/v4/reminders/summary/' },
    { name: 'GET /api/v4/approvals/summary/' },
    // The list is one click away from every page and then needs its opening state.
    { name: projectsOpening },
  ] satisfies FirstCall[],
  byPath,
}
