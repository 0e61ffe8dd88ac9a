/** The hour (0–23) that the clocks of a time zone show at an instant. */
export function hourOf(instant: Date, timeZone: string): number {
  const hour = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', hourCycle: 'h23' }).format(
    instant,
  )
  return Number(hour)
}
