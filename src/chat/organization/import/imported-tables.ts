import { exportedTables } from '../export/exported-tables.ts'

/** All tables of an archive except `realms`, whose row is written first. */
export const importedTables: readonly string[] = Object.entries(exportedTables)
  .filter(([name, plan]) => plan !== null && name !== 'realms')
  .map(([name]) => name)
