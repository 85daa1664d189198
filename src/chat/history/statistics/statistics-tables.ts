import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    statistic_days: StatisticDaysTable
    statistic_streams: StatisticStreamsTable
    statistic_storage: StatisticStorageTable
  }
}

/** What was written on a day, counted once when it was over. Days count from 1970, in UTC. */
export interface StatisticDaysTable {
  realm_id: number
  day: number
  /** to streams and to people */
  messages: number
  /** of them: to streams */
  in_streams: number
  /** who have sent at least one, bots included */
  writers: number
}

/** The same of each stream in which something was written. */
export interface StatisticStreamsTable {
  realm_id: number
  day: number
  stream_id: number
  messages: number
}

export type StorageKind = 'image' | 'video' | 'audio' | 'document' | 'other'

/** Uploaded files by kind, counted once a day. */
export interface StatisticStorageTable {
  realm_id: number
  kind: StorageKind
  files: number
  bytes: number
}

export const statisticDaysTable = table('statistic_days', ['realm_id', 'day'])

export const statisticStreamsTable = table('statistic_streams', ['realm_id', 'day', 'stream_id'])

export const statisticStorageTable = table('statistic_storage', ['realm_id', 'kind'])
