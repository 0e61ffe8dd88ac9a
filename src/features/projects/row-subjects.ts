/** Subjects that project rows show, and their counts. */
export const rowSubjects = [
  'project',
  'organization',
  'project_status',
  'individual_account',
  'additional_field',
  'platform_feature',
  'task',
  'money',
] as const
