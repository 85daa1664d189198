import LibsqlDatabase from 'libsql'

/** 0 also when there is no such table. */
export function countRows(file: string, table: string): number {
  const handle = new LibsqlDatabase(file)
  try {
    const isThere = handle.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(table)
    if (!isThere) return 0
    return (handle.prepare(`select count(*) as rows from ${table}`).get() as { rows: number }).rows
  } finally {
    handle.close()
  }
}
