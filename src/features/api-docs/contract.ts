import { route } from '#shared/route.ts'

export const apiDocs = {
  page: route({
    method: 'GET',
    path: '/api/docs/',
    access: 'public',
    summary: 'Show this documentation as a page',
    response: 'html',
  }),
}
