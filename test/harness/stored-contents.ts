import { utimesSync } from 'node:fs'
import { Client } from 'pg'
import type { Config } from '../../src/config/config.ts'
import type { ContentPlace, Contents } from '../../src/platform/contents/contents.ts'

/** What is stored, in the data folder or in the database. */
export async function listContents(contents: Contents, kind: string, tenant: string | number) {
  const names: string[] = []
  for await (const name of contents.list(kind, String(tenant))) names.push(name)
  return names
}

export const isThere = async (contents: Contents, place: ContentPlace) =>
  (await contents.size(place)) !== undefined

/** As if the bytes had been written at another time. */
export async function backdate(
  { databaseUrl }: Config,
  contents: Contents,
  { kind, tenant, name }: ContentPlace,
  writtenAt: number,
): Promise<void> {
  if (databaseUrl === undefined) {
    utimesSync(await contents.pathOf({ kind, tenant, name }), writtenAt / 1000, writtenAt / 1000)
    return
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const schema of ['chat', 'telephony']) {
      await client.query(
        `update ${schema}.contents set written_at = $1 where tenant = $2 and kind = $3 and name = $4`,
        [writtenAt, tenant, kind, name],
      )
    }
  } finally {
    await client.end()
  }
}
