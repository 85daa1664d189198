const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/** A day as typed (2026-01-31, today, yesterday) as the time at which it begins here, for the server. */
export function beginningOf(typed: string, now = new Date()): string | undefined {
  const [, year, month, day] = DAY.exec(typed) ?? []
  const daysAgo = { today: 0, yesterday: 1 }[typed.toLowerCase()]
  const date =
    daysAgo !== undefined
      ? new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo)
      : new Date(Number(year), Number(month) - 1, Number(day))
  const isReal = daysAgo !== undefined || date.getMonth() === Number(month) - 1
  return isReal && !Number.isNaN(date.getTime()) ? date.toISOString() : undefined
}

/** The day that begins at this time here, as typed; undefined: none does. */
export function dayOf(operand: string): string | undefined {
  const date = new Date(operand)
  if (Number.isNaN(date.getTime()) || date.getHours() + date.getMinutes() + date.getSeconds() > 0)
    return undefined
  return typedDay(date)
}

export function typedDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
