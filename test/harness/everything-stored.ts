import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Config } from '../../src/config/config.ts'

/** Everything that is stored: the files of the data folder, except sent mails, and every row of the database. */
export async function everythingStored({ dataDir, databaseUrl }: Config): Promise<string> {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.eml'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  return [...files, ...(databaseUrl ? await allRows(databaseUrl) : [])].join('\n')
}

async function allRows(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: tables } = await client.query(
      `select table_schema || '.' || table_name as name from information_schema.tables
       where table_schema in ('chat', 'telephony')`,
    )
    if (tables.length < 20) throw new Error(`${tables.length} tables cannot be all`)
    const texts: string[] = []
    for (const { name } of tables) {
      texts.push(JSON.stringify((await client.query(`select * from ${name}`)).rows))
    }
    return texts
  } finally {
    await client.end()
  }
}
