const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** ISO 8601 as UNIX seconds: a time with its offset, or a date, which begins at midnight UTC. undefined: neither. */
export function readDate(text: string): number | undefined {
  const given = text.trim()
  const time = DATE.test(given) ? Date.parse(given) : Number.NaN
  return Number.isNaN(time) ? undefined : Math.ceil(time / 1000)
}
