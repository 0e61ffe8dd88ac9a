import { createProject } from '../factories.ts'
import { givenPhotos, photoForm, picture } from '../photos.ts'
import { app, type Changes, staff } from './world.ts'

const object_type = 'project'

/** Photos of projects. */
export const photoChanges: Changes = {
  'POST /api/v3/projects/:slug/photos/': async () => {
    const { slug, id } = await createProject(app.db)
    return {
      path: { slug },
      options: { raw: photoForm(await picture(), 'Fest.jpg', { alt: 'Ein Fest' }) },
      event: { action: 'add_photo', object_type, object_id: id, before: { photo: null } },
    }
  },
  'PUT /api/v3/projects/:slug/photos/order/': async () => {
    const { slug, id } = await createProject(app.db)
    const [first, second] = await givenPhotos(staff, slug, 'a.jpg', 'b.jpg')
    return {
      path: { slug },
      options: { body: { ids: [second.id, first.id] } },
      event: { action: 'order_photos', object_type, object_id: id, after: { photo_order: 'b.jpg, a.jpg' } },
    }
  },
  'PATCH /api/v3/projects/:slug/photos/:id/': async () => {
    const project = await createProject(app.db)
    const [photo] = await givenPhotos(staff, project.slug, 'a.jpg')
    return {
      path: { slug: project.slug, id: photo.id },
      options: { body: { alt: 'Ein Fest', version: photo.version } },
      event: { action: 'change_photo', object_type, object_id: project.id, after: { alt: 'Ein Fest' } },
    }
  },
  'DELETE /api/v3/projects/:slug/photos/:id/': async () => {
    const project = await createProject(app.db)
    const [photo] = await givenPhotos(staff, project.slug, 'a.jpg')
    return {
      path: { slug: project.slug, id: photo.id },
      event: { action: 'delete_photo', object_type, object_id: project.id, after: { photo: null } },
    }
  },
}
