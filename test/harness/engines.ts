import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject } from 'vitest'

export type EngineName = 'SQLite' | 'PostgreSQL'

/** Everything is tested on both: `describe.each(engines)('... on %s', (engine) => ...)`. */
export const engines: readonly EngineName[] = ['SQLite', 'PostgreSQL']

export interface Place {
  dataDir: string
  databaseUrl: string | undefined
  remove(): Promise<void>
}

/** An empty folder, and for PostgreSQL an empty database. */
export async function makePlace(engine: EngineName): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-test-'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  if (engine === 'SQLite') return { dataDir, databaseUrl: undefined, remove: async () => removeFolder() }
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer((client) => client.query(`create database ${name}`))
  return {
    dataDir,
    databaseUrl: inject('postgresUrl').replace(/postgres$/, name),
    async remove() {
      removeFolder()
      await onServer((client) => client.query(`drop database ${name} with (force)`))
    },
  }
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
