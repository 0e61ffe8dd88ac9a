import { isDay, showDay } from '#shared/dates.ts'

/** What the chips call the days of the address. */
export function dayOptions(search: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    (['date_from', 'date_to'] as const).flatMap((name) => {
      const day = search[name]
      return day && isDay(day) ? [[name, [{ value: day, label: showDay(day) }]]] : []
    }),
  )
}
