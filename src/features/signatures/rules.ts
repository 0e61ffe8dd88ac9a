/** A signature as it is kept, in dots. */
export const signatureSize = { width: 1200, height: 600 }

/** The largest file that a signature may be uploaded as. */
export const maxSignatureBytes = 4 * 1024 * 1024

/** The longest name of whoever signs. */
export const longestSignatory = 120

/** The first bytes of a signature's file (JPEG, PNG, WebP), read as Latin-1. */
export const signatureBeginning = /^(?:\xff\xd8\xff|\x89PNG\r\n[^]\n|RIFF[^]{4}WEBP)/
