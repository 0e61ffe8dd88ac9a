import { invalidate } from '#web/api.ts'

/** Forms, lists and histories that show the fields ask for them again. */
export const fieldsChanged = () =>
  invalidate(
    'GET /api/v4/additional-steps-fields/',
    'GET /api/v4/additional-steps-fields/offered/',
    'GET /api/v4/projects/',
    'GET /api/v4/table-settings/:tableName/layout/',
  )
