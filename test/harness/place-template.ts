import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDatabase, type Place, placeAt } from './engines.ts'

/** What a place looked like when somebody was done with it: to copy is cheaper than to do the same again. */
export interface PlaceTemplate {
  files: ReadonlyMap<string, Buffer>
  database: string | undefined
}

/** `work` must have let go of the place when it is done. The database goes with the PostgreSQL of the tests. */
export async function makeTemplate(
  place: Place,
  work: (place: Place) => Promise<void>,
): Promise<PlaceTemplate> {
  await work(place)
  const { dataDir, databaseUrl } = place
  const names = readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile())
  const files = new Map(names.map(({ name }) => [name, readFileSync(join(dataDir, name))]))
  rmSync(dataDir, { recursive: true, force: true })
  return { files, database: databaseUrl && new URL(databaseUrl).pathname.slice(1) }
}

export async function copyTemplate({ files, database }: PlaceTemplate): Promise<Place> {
  const place = placeAt(database && (await createDatabase(database)))
  // As the server itself keeps them: readable for nobody else.
  for (const [name, bytes] of files) writeFileSync(join(place.dataDir, name), bytes, { mode: 0o600 })
  return place
}
