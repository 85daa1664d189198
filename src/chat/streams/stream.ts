import type { StreamsTable } from './streams-table.ts'

export type Stream = StreamsTable

export const STREAM_NAME_LIMIT = 60
export const STREAM_DESCRIPTION_LIMIT = 1024
