/** An entry of one of the logs. */
export interface LogEntry {
  /** epoch milliseconds */
  time: number
  /** Where its log continues after it. */
  next: LogPosition
}

/** The anchor of the chat, or how many entries of the phones were shown and the newest of them. */
export type LogPosition = number | { shown: number; newest: string }

/** A log, newest first. `from`: none for its beginning. Loads up to `count` entries. */
export type AuditSource<Entry extends LogEntry> = (
  from: LogPosition | undefined,
  count: number,
  signal: AbortSignal,
) => Promise<{ entries: readonly Entry[]; hasMore: boolean }>

interface MergedPage<Entry> {
  entries: Entry[]
  /** Where each log continues on the next page. */
  next: readonly (LogPosition | undefined)[]
  hasMore: boolean
}

/**
 * A page of several logs as one, newest first. Each is read from where the page before has left it, and keeps its own
 * order, so no entry is lost or shown twice.
 */
export async function mergeLogs<Entry extends LogEntry>(
  sources: readonly AuditSource<Entry>[],
  from: readonly (LogPosition | undefined)[],
  count: number,
  signal: AbortSignal,
): Promise<MergedPage<Entry>> {
  const loaded = await Promise.all(
    sources.map(async (load, index) => ({ ...(await load(from[index], count, signal)), taken: 0 })),
  )
  const entries: Entry[] = []
  const next = sources.map((_, index) => from[index])
  while (entries.length < count) {
    let newest: { entry: Entry; source: number } | undefined
    for (const [source, log] of loaded.entries()) {
      const entry = log.entries[log.taken]
      if (entry && (!newest || entry.time > newest.entry.time)) newest = { entry, source }
    }
    if (!newest) break
    entries.push(newest.entry)
    next[newest.source] = newest.entry.next
    loaded[newest.source]!.taken += 1
  }
  return { entries, next, hasMore: loaded.some((log) => log.hasMore || log.taken < log.entries.length) }
}
