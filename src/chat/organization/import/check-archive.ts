import { readArchiveRows } from './archive-rows.ts'
import { ImportRefused } from './import-refused.ts'
import { importedTables } from './imported-tables.ts'
import type { ImportedArchive } from './open-archive.ts'

/** Reads everything once before anything is written. Throws ImportRefused with the file and line of a mistake. */
export async function checkArchive(archive: ImportedArchive): Promise<void> {
  const unknown = Object.keys(archive.manifest.tables).filter(
    (name) => name !== 'realms' && !importedTables.includes(name),
  )
  if (unknown.length > 0) {
    throw new ImportRefused(
      `The archive contains tables that this version does not know: ${unknown.join(', ')}.`,
    )
  }
  for (const table of importedTables) {
    for await (const _ of readArchiveRows(archive.planOf(table, archive.manifest.organization.id)));
  }
}
