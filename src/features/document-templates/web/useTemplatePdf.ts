import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fileBytes } from '#web/file-bytes.ts'
import { loadPdf, type Pdf } from '#web/pdf/load.ts'

/** The PDF of a version, open to be drawn; undefined while it loads, an error when it cannot be shown. */
export function useTemplatePdf(
  slug: string,
  number: number,
  filename: string,
): { pdf?: Pdf; error?: unknown } {
  const { data, error } = useQuery({
    queryKey: ['PDF of a template', slug, number, filename],
    queryFn: () =>
      fileBytes('GET /api/v4/document-templates/:slug/versions/:number/pdf/', { params: { slug, number } }),
    staleTime: Infinity,
  })
  const [opened, setOpened] = useState<{ pdf?: Pdf; error?: unknown }>({})
  useEffect(() => {
    if (!data) return undefined
    let gone = false
    let pdf: Pdf | undefined
    loadPdf(data).then(
      (loaded) => {
        pdf = loaded
        if (gone) loaded.close()
        else setOpened({ pdf: loaded })
      },
      (failure: unknown) => !gone && setOpened({ error: failure }),
    )
    return () => {
      gone = true
      pdf?.close()
    }
  }, [data])
  return error ? { error } : opened
}
