import { useEffect } from 'react'
import { type ListOfFields, useListOfFields } from './list.ts'

/** Adds the additional fields to the project list. It loads after the rows, or with them when they show such a field. */
export function ListFields({ onList }: { onList: (list: ListOfFields) => void }) {
  const list = useListOfFields()
  useEffect(() => {
    if (list) onList(list)
  }, [list, onList])
  return null
}
