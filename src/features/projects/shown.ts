/** What rows of projects show, and what is counted of them. */
export const shownOfProjects = [
  'project',
  'organization',
  'project_status',
  'individual_account',
  'additional_field',
  'platform_feature',
  'task',
  'money',
] as const
