/** Limits of an uploaded photo in bytes and pixels; phone cameras stay below them. */
export const maxPhotoBytes = 10 * 1024 * 1024
export const maxPhotoPixels = 50_000_000

/** Longest side of a stored photo and of its thumbnail, in pixels. */
export const keptSide = 2400
export const thumbSide = 640

export const mostPhotos = 30
export const longestAlt = 300

/** First bytes of JPEG, PNG and WebP files, read as Latin-1. */
export const photoBeginning = /^(?:\xff\xd8\xff|\x89PNG\r\n[^]\n|RIFF[^]{4}WEBP)/

/** Why a file that begins like a photo is refused; texts under `photos.refused.`. */
export const photoRefusals = ['unreadable', 'too_many_pixels'] as const
export type PhotoRefusal = (typeof photoRefusals)[number]
