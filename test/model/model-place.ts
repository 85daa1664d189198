import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { temporaryFolder } from '../harness/temporary-folder.ts'

export type Engine = 'sqlite' | 'postgres'

/** An empty folder, and an empty database of the PostgreSQL at `postgresUrl` if there is one. */
export async function makeModelPlace(postgresUrl: string | undefined) {
  const dataDir = mkdtempSync(join(temporaryFolder(), 'switchboard-model-'))
  const name = `model_${randomBytes(8).toString('hex')}`
  if (postgresUrl) await run(postgresUrl, `create database ${name}`)
  return {
    dataDir,
    databaseUrl: postgresUrl?.replace(/postgres$/, name),
    async remove() {
      rmSync(dataDir, { recursive: true, force: true })
      if (postgresUrl) await run(postgresUrl, `drop database ${name} with (force)`)
    },
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
