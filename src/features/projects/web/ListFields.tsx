import { useEffect } from 'react'
import { type ListOfFields, useListOfFields } from './list.ts'

/** Brings the additional fields to the project list; loaded beside its rows, which do not wait for it. */
export function ListFields({ onList }: { onList: (list: ListOfFields) => void }) {
  const list = useListOfFields()
  useEffect(() => {
    if (list) onList(list)
  }, [list, onList])
  return null
}
