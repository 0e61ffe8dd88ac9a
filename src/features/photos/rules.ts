/** The largest photo that is taken, in bytes and in pixels (those of a telephone's best camera). */
export const maxPhotoBytes = 10 * 1024 * 1024
export const maxPhotoPixels = 50_000_000

/** The longest side of a stored photo, and of its thumbnail. */
export const keptSide = 2400
export const thumbSide = 640

/** As many as a project can have, and how long the words for one are. */
export const mostPhotos = 30
export const longestAlt = 300

/** First bytes of a file of the three types, read as Latin-1. */
export const photoBeginning = /^(?:\xff\xd8\xff|\x89PNG\r\n[^]\n|RIFF[^]{4}WEBP)/

/** Why a file that begins like a photo is refused; each has its words under `photos.refused.`. */
export const photoRefusals = ['unreadable', 'too_many_pixels'] as const
export type PhotoRefusal = (typeof photoRefusals)[number]
