import { q } from '#web/api.ts'
import type { Photo } from '../contract.ts'

/** The photos of a project. */
export const photosQuery = (slug: string) => q('GET /api/v3/projects/:slug/photos/', { params: { slug } })

/** What a photo is called: what it shows, else the name of its file. */
export const nameOf = ({ alt, filename }: Photo) => alt || filename
