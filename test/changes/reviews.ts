import { createProject } from '../factories.ts'
import { actor, app, body, type Changes, fresh, made, staff } from './world.ts'

const snippets = '/api/v4/reviews/snippets/'
const snippet = () => ({ purpose: 'decision', title: fresh('Snippet'), text: 'The costs are missing.' })

/** A project under the caller's lease. */
async function opened() {
  const project = await createProject(app.db, { review_status: null, needs_donation_review: true })
  await staff.post('/api/v4/reviews/take/', { kind: 'review', slugs: [project.slug] })
  return project
}

/** Changes at the review desk. */
export const reviewsChanges: Changes = {
  'POST /api/v4/reviews/queue/:slug/decide/': async () => {
    const { slug, id, version } = await opened()
    return {
      path: { slug },
      options: body({ kind: 'review', outcome: 2, version, mail: true }),
      event: { action: 'review_decided', object_type: 'project', object_id: id },
    }
  },
  'POST /api/v4/reviews/queue/:slug/ask/': async () => {
    const { slug, id, version } = await opened()
    const task = { title: 'Check', scheduled_for: '2026-12-24', users: [actor.id] }
    return {
      path: { slug },
      options: body({ question: 'How much?', task, version }),
      event: {
        action: 'ask_applicant',
        object_type: 'project',
        object_id: id,
        after: { question: 'How much?', mail: true },
      },
    }
  },
  'POST /api/v4/reviews/snippets/': () => {
    const sent = snippet()
    return Promise.resolve({
      options: body(sent),
      event: { action: 'create', object_type: 'review_snippet', after: { ...sent, shared: false } },
    })
  },
  'PATCH /api/v4/reviews/snippets/:id/': async () => {
    const { id, version, text } = await made(snippets, snippet())
    return {
      path: { id },
      options: body({ text: 'The plan is missing.', version }),
      event: {
        action: 'change',
        object_type: 'review_snippet',
        object_id: id,
        before: { text },
        after: { text: 'The plan is missing.' },
      },
    }
  },
  'DELETE /api/v4/reviews/snippets/:id/': async () => {
    const { id } = await made(snippets, snippet())
    return { path: { id }, event: { action: 'delete', object_type: 'review_snippet', object_id: id } }
  },
}
