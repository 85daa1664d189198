import { randomBytes } from 'node:crypto'
import type { MovedTable } from '../../../platform/move/table-rows-store.ts'
import { insertRows } from '../../../platform/move/table-rows-store.ts'
import { generateApiKey, generateToken, type Secrets } from '../../../platform/secrets/secrets.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { newServiceSecret } from '../../people/bots/create-service.ts'
import { type ArchiveRow, readArchiveRows } from './archive-rows.ts'
import type { ImportProgress } from './import-progress.ts'
import { ImportRefused } from './import-refused.ts'
import type { ImportedArchive } from './open-archive.ts'
import { recordImport } from './realm-import-store.ts'

const ROWS_AT_ONCE = 1000
const ROWS_PER_REPORT = 20_000

/** `skip`: how many rows an earlier run has written. */
export async function importRows(
  chat: ChatPlatform,
  realmId: number,
  archive: ImportedArchive,
  name: string,
  skip: number,
  { report, checkExclusive }: ImportProgress,
): Promise<void> {
  const table = archive.tables.get(name)!
  const fill = secretsFor(chat.secrets)[name] ?? (() => ({}))
  let read = 0
  let waiting: ArchiveRow[] = []
  for await (const rows of readArchiveRows(archive.planOf(name, realmId))) {
    const fresh = rows.slice(Math.max(0, Math.min(rows.length, skip - read)))
    waiting.push(...fresh.map((row) => ({ ...row, realm_id: realmId, ...fill() })))
    const isReported = Math.floor(read / ROWS_PER_REPORT) < Math.floor((read + rows.length) / ROWS_PER_REPORT)
    read += rows.length
    if (waiting.length >= ROWS_AT_ONCE) {
      await write(waiting, read)
      waiting = []
    }
    if (isReported) report(`${name}: ${read} of ${archive.manifest.tables[name]} rows`)
  }
  await write(waiting, read)

  async function write(rows: readonly ArchiveRow[], done: number): Promise<void> {
    checkExclusive()
    await chat.database
      .write(realmId, {
        async work({ db }) {
          await insertRows(db, onlyWith(table, rows), rows)
          await recordImport(db, realmId, { step: name, done })
        },
      })
      .catch((error: unknown) => {
        throw isOfRow(error)
          ? new ImportRefused(
              `tables/${name}.jsonl: a row among the last ${rows.length} before row ${done + 1} does not fit: ${(error as Error).message}.`,
            )
          : error
      })
  }
}

/** Columns that an older version did not have yet get the default of the database. */
function onlyWith(table: MovedTable, rows: readonly ArchiveRow[]): MovedTable {
  const names = new Set(rows.flatMap((row) => Object.keys(row)))
  return { ...table, columns: table.columns.filter(({ name }) => names.has(name)) }
}

/** Two rows with the same key, or a value that is missing or has the wrong type. */
const isOfRow = (error: unknown) =>
  /^(SQLITE_CONSTRAINT|22|23)/.test(String((error as { code?: unknown }).code))

/** Archives contain no secrets: everybody gets a new API key, and nobody has a password. */
function secretsFor(secrets: Secrets): Record<string, () => ArchiveRow> {
  return {
    users() {
      const key = generateApiKey()
      const sealed = { api_key_hash: secrets.hash(key), api_key_sealed: secrets.encrypt(key) }
      return { password_hash: null, ...sealed, owner_told_at: 0 }
    },
    streams: () => ({ email_token: randomBytes(16).toString('hex') }),
    invites() {
      const token = generateToken()
      return { token_hash: secrets.hash(token), token_sealed: secrets.encrypt(token) }
    },
    bot_services: () => ({
      token_sealed: secrets.encrypt(generateApiKey()),
      secret_sealed: secrets.encrypt(newServiceSecret()),
    }),
  }
}
