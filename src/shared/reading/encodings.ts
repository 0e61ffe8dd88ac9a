export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'cp850'] as const
/** latin-1 is read as Windows-1252: it differs only in control characters that no text file has. */
export type Encoding = (typeof encodings)[number]

/** The two encodings that are hard to tell apart in files of old programs. */
export const letters = ['windows-1252', 'cp850'] as const satisfies readonly Encoding[]
export type Letters = (typeof letters)[number]

export const separators = [',', ';', '\t'] as const
export type Separator = (typeof separators)[number]
