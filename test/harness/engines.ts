import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'

export type EngineName = 'SQLite' | 'PostgreSQL'

const { TEST_ENGINE: only } = process.env

/**
 * Everything is tested on both: `describe.each(engines)('... on %s', (engine) => ...)`. `TEST_ENGINE=SQLite npx vitest
 * run test/contract` tests one of them.
 */
export const engines: readonly EngineName[] = (['SQLite', 'PostgreSQL'] as const).filter(
  (engine) => only === undefined || engine === only,
)

export interface Place {
  dataDir: string
  databaseUrl: string | undefined
  remove(): Promise<void>
}

/** An empty folder, and for PostgreSQL an empty database. */
export async function makePlace(engine: EngineName): Promise<Place> {
  return placeAt(engine === 'SQLite' ? undefined : await createDatabase())
}

/** An empty folder, beside a database of PostgreSQL if there is one. */
export function placeAt(database: string | undefined): Place {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-test-'))
  return {
    dataDir,
    databaseUrl: database && inject('postgresUrl').replace(/postgres$/, database),
    async remove() {
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
      if (database) await onServer((client) => client.query(`drop database ${database} with (force)`))
    },
  }
}

/** `like`: another database, which nobody uses at the time. */
export async function createDatabase(like = 'template1'): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer((client) => client.query(`create database ${name} template ${like} strategy file_copy`))
  return name
}

async function onServer(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
