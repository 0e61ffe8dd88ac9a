import type { StartingPoint } from '#web/shell/navigation.ts'
import { IconGavel, IconPlus } from '#web/ui/icons.ts'

/** What can be begun wherever one is, offered in the palette. */
export const startingPoints: readonly StartingPoint[] = [
  {
    to: '/site-admin/projects/create/',
    text: 'projects.create',
    icon: IconPlus,
    permission: 'create_projects',
  },
  {
    to: '/site-admin/organizations/create/',
    text: 'actions.create_organization',
    icon: IconPlus,
    permission: 'create_organizations',
  },
  {
    to: '/site-admin/projects/review/',
    text: 'review_queue.begin',
    icon: IconGavel,
    permission: 'change_projects',
  },
]
