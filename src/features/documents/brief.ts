import { z } from 'zod'

/** The documents of a record in brief: the newest current ones, and the number of all current ones. */
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
