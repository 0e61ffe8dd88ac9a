import { q } from '#web/api.ts'
import type { Photo } from '../contract.ts'

export const photosQuery = (slug: string) => q('GET /api/v3/projects/:slug/photos/', { params: { slug } })

/** Name of a photo: its description, else its file name. */
export const nameOf = ({ alt, filename }: Photo) => alt || filename
