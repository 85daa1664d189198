const DAYS_PER_WEEK = 7

/** Messages per week, rounded to two digits: 1,234 becomes 1,200. At least 1 if there was a message. */
export function weeklyTraffic(messages: number, days: number): number {
  if (messages === 0) return 0
  const average = Math.max(1, Math.floor((messages * DAYS_PER_WEEK) / days))
  const unit = 10 ** Math.max(0, String(average).length - 2)
  return Math.round(average / unit) * unit
}
