import type { ChatOutput } from '../../api/chat-api.ts'

export type PeopleImport = ChatOutput<'GET /realm/people_imports'>['imports'][number]
export type ImportRow = ChatOutput<'GET /realm/people_imports/{import_id}/rows'>['rows'][number]

export const isRunning = ({ started_at: started, finished_at: finished }: PeopleImport): boolean =>
  started !== null && finished === null
