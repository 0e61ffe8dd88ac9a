import type { PageAddress } from './pages.ts'
import type { Permission } from './permissions.ts'

export const firstStepKeys = [
  'profile',
  'projects',
  'tasks',
  'payouts',
  'bank_statements',
  'private_donations',
  'documents',
  'organizations',
  'emails',
  'statistics',
  'users',
  'logs',
] as const
export type FirstStep = (typeof firstStepKeys)[number]

type Step = { to: PageAddress; permission?: Permission }
const steps: Record<FirstStep, Step> = {
  profile: { to: '/site-admin/profile/' },
  projects: { to: '/site-admin/projects/', permission: 'view_projects' },
  tasks: { to: '/site-admin/tasks/', permission: 'view_reminders' },
  payouts: { to: '/site-admin/payouts/', permission: 'view_payouts' },
  bank_statements: { to: '/site-admin/bank-statements/', permission: 'view_bank_statements' },
  private_donations: { to: '/site-admin/private-donations/', permission: 'view_private_donations' },
  documents: { to: '/site-admin/documents/administration/', permission: 'view_documents' },
  organizations: { to: '/site-admin/organizations/', permission: 'view_organizations' },
  emails: { to: '/site-admin/emails/', permission: 'view_emails' },
  statistics: { to: '/site-admin/statistics/', permission: 'view_statistics' },
  users: { to: '/site-admin/users/', permission: 'view_users' },
  logs: { to: '/site-admin/logs/journal/', permission: 'view_logs' },
}

const most = 4

/** A person's first steps by their rights, at most four, each with its page. */
export function firstStepsFor(
  allowed: (permission: Permission) => boolean,
): { key: FirstStep; to: PageAddress }[] {
  return firstStepKeys
    .filter((key) => {
      const { permission } = steps[key]
      return !permission || allowed(permission)
    })
    .slice(0, most)
    .map((key) => ({ key, to: steps[key].to }))
}

/** The completed steps plus one; null when that was the last offered one, which dismisses the list. */
export function stepsWith(
  taken: readonly FirstStep[],
  step: FirstStep,
  offered: readonly { key: FirstStep }[],
): FirstStep[] | null {
  const all = [...new Set([...taken, step])]
  return offered.every(({ key }) => all.includes(key)) ? null : all
}
