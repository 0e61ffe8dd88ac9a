import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#web/api.ts'
import { fileBytes } from '#web/file-bytes.ts'
import { loadPdf, type Pdf } from '#web/pdf/load.ts'

export type PdfState =
  | { state: 'loading' }
  | { state: 'open'; pdf: Pdf }
  | { state: 'damaged' }
  | { state: 'failed'; error: unknown; retry: () => void }

/** Loads a document's file; the log records one view. */
export function usePdf(slug: string): PdfState {
  const file = useQuery({
    queryKey: ['file to be looked at', slug],
    // Leaving the page does not abort the request, because the log would record a view that showed nothing.
    queryFn: () => fileBytes('GET /api/v4/documents/:slug/view/', { params: { slug } }),
    staleTime: Infinity,
    gcTime: 5_000,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return useOpened(file)
}

export function useTestPrint(slug: string, number: number, project?: string): PdfState {
  const file = useQuery({
    queryKey: ['test print', slug, number, project],
    queryFn: () =>
      fileBytes('GET /api/v4/document-templates/:slug/versions/:number/preview/', {
        params: { slug, number },
        query: { project },
      }),
    // Never cached, because the content may have changed.
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return useOpened(file)
}

function useOpened(file: UseQueryResult<ArrayBuffer>): PdfState {
  const [attempt, setAttempt] = useState(0)
  const [opened, setOpened] = useState<PdfState>({ state: 'loading' })
  const { data } = file
  useEffect(() => {
    if (!data) return undefined
    let gone = false
    let pdf: Pdf | undefined
    loadPdf(data).then(
      (loaded) => {
        pdf = loaded
        if (gone) loaded.close()
        else setOpened({ state: 'open', pdf: loaded })
      },
      (error: unknown) => {
        const retry = () => {
          setOpened({ state: 'loading' })
          setAttempt((before) => before + 1)
        }
        if (!gone) setOpened({ state: 'failed', error, retry })
      },
    )
    return () => {
      gone = true
      pdf?.close()
    }
  }, [data, attempt])
  if (!file.error) return opened
  if (file.error instanceof ApiError && file.error.body.code === 'file_damaged') return { state: 'damaged' }
  return { state: 'failed', error: file.error, retry: () => void file.refetch() }
}
