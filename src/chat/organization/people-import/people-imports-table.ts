import { table } from '../../chat-tables.ts'
import type { PlannedPerson } from './plan-people-import.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    people_imports: PeopleImportsTable
    people_import_rows: PeopleImportRowsTable
  }
}

/** A file with people that an administrator has uploaded. Times are epoch seconds. */
export interface PeopleImportsTable {
  realm_id: number
  id: number
  acting_user_id: number
  /** of the file */
  name: string
  created_at: number
  /** null: the administrator has not confirmed it */
  started_at: number | null
  finished_at: number | null
  /** why it ended early */
  problem: string | null
  total: number
  /** rows that cannot be done, so that none is */
  wrong: number
  done: number
  /** of those that are done: what could not be done after all */
  failed: number
}

/** What a row of the file does, and whether it has. */
export interface PeopleImportRowsTable {
  realm_id: number
  import_id: number
  /** of the file, counted from 1 */
  line: number
  /** whom it is about; null: they have no account yet */
  user_id: number | null
  email: string
  action: PlannedPerson['action']
  /** JSON: a PlannedPerson */
  plan: string
  /** what is wrong with it, or why it failed */
  problem: string | null
  done_at: number | null
}

export const peopleImportsTable = table('people_imports', ['realm_id', 'id'])

export const peopleImportRowsTable = table('people_import_rows', ['realm_id', 'import_id', 'line'])
