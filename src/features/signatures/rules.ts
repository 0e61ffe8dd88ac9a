/** Maximum size of a stored signature in pixels. */
export const signatureSize = { width: 1200, height: 600 }

export const maxSignatureBytes = 4 * 1024 * 1024

export const longestSignatory = 120

/** First bytes of a signature's file (JPEG, PNG, WebP), read as Latin-1. */
export const signatureBeginning = /^(?:\xff\xd8\xff|\x89PNG\r\n[^]\n|RIFF[^]{4}WEBP)/
