import LibsqlDatabase from 'libsql'
import { Client } from 'pg'

/** The rows in Asterisk's own table, read without the product. */
export async function phoneRows(databaseUrl: string): Promise<{ id: string; ha1: string }[]> {
  const rows = await onAsteriskDatabase(databaseUrl, 'select * from phones order by id')
  return rows as { id: string; ha1: string }[]
}

/** Runs a statement in Asterisk's database. */
export async function onAsteriskDatabase(databaseUrl: string, statement: string): Promise<unknown[]> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new LibsqlDatabase(databaseUrl.slice('sqlite:'.length))
    try {
      const prepared = database.prepare(statement)
      if (prepared.reader) return prepared.all()
      prepared.run()
      return []
    } finally {
      database.close()
    }
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
