import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    maintenance: MaintenanceTable
  }
}

/** One row while maintenance is on, with the id 1. */
export interface MaintenanceTable {
  id: number
  /** what the operator says to people */
  message: string
  /** epoch seconds */
  began_at: number
}

export const maintenanceTable = table('maintenance', ['id'])
