import { q } from '#web/api.ts'

/** Query options of the fields in the person's language. */
export const offeredFieldsQuery = {
  ...q('GET /api/v4/additional-steps-fields/offered/'),
  staleTime: 5 * 60_000,
}
