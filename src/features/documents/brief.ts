import { z } from 'zod'

/** The documents of a record in a few words: the newest of those that hold, and how many hold. */
export const DocumentsInBrief = z.object({
  files: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      filename: z.string(),
      size_bytes: z.int(),
      day: z.string(),
    }),
  ),
  count: z.int(),
})
export type DocumentsInBrief = z.infer<typeof DocumentsInBrief>
