import { useEffect } from 'react'
import { type ListOfFields, useListOfFields } from './list.ts'

/** Brings the additional fields to the project list; loaded after its rows, or beside them where they show one. */
export function ListFields({ onList }: { onList: (list: ListOfFields) => void }) {
  const list = useListOfFields()
  useEffect(() => {
    if (list) onList(list)
  }, [list, onList])
  return null
}
