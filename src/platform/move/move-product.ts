import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { systemClock } from '../clock.ts'
import { ContentGone, type ContentPlace } from '../contents/contents.ts'
import type { Handle } from '../database/database.ts'
import { recordHistory } from '../database/schema/history-store.ts'
import { migrate } from '../database/schema/migrate.ts'
import type { Migration } from '../database/schema/migration.ts'
import { Checksum } from './checksum.ts'
import { copyTable } from './copy-table.ts'
import { endProgress, progressTables } from './move-progress-store.ts'
import { MoveRefused } from './move-refused.ts'
import type { MoveSide } from './move-side.ts'
import { listMigrations, listTables, type MovedTable } from './table-rows-store.ts'
import { verifyTable } from './verify-table.ts'

/** Reading a file leaves a copy in the cache folder. Delete the copies after this many files. */
const TIDY_EVERY = 100

/** What a move needs to know about a product. The database describes its tables. */
export interface MovedProduct {
  /** names the SQLite file or the PostgreSQL schema */
  name: string
  migrations: readonly Migration[]
  contentKinds: readonly string[]
  /** tables that are not copied: `finish` or the server rebuilds their rows */
  rebuiltTables: readonly string[]
  // biome-ignore lint/suspicious/noExplicitAny: tables of any product
  finish?(db: Handle<any>): Promise<void>
}

export interface MovedCounts {
  tables: number
  rows: number
  files: number
}

/**
 * The platform's own tables: migrating the target writes `migrations`, Contents copies bytes, and `history` identifies
 * its own database.
 */
const notCopied = ['migrations', 'contents', 'content_chunks', 'history', ...progressTables]

/** At most one line per table in this time. */
const REPORT_MS = 5000

/** Migrates the target and copies everything that an earlier run has not copied. */
export async function copyProduct(
  product: MovedProduct,
  source: MoveSide,
  target: MoveSide,
  report: (line: string) => void,
  check: () => void,
): Promise<void> {
  await migrate(target.database, product.name, product.migrations, systemClock)
  await checkVersion(source, target)
  const pairs = await pairTables(product, source, target)
  for (const [index, tables] of pairs.entries()) {
    const label = `${product.name}.${tables.source.name} (table ${index + 1} of ${pairs.length})`
    let reported = performance.now()
    const rows = await copyTable(source, target, tables, (soFar) => {
      check()
      if (performance.now() - reported < REPORT_MS) return
      reported = performance.now()
      report(`${label}: ${soFar} rows so far`)
    })
    report(`${label}: copied ${rows} rows`)
  }
  for (const kind of product.contentKinds) {
    const copied = await copyContents(source, target, kind)
    report(`${product.name} ${kind}: copied ${copied} files`)
    check()
  }
}

/** Compares both sides. Throws MoveRefused. */
export async function verifyProduct(
  product: MovedProduct,
  source: MoveSide,
  target: MoveSide,
  report: (line: string) => void,
): Promise<MovedCounts> {
  const counts = { tables: 0, rows: 0, files: 0 }
  for (const tables of await pairTables(product, source, target)) {
    const checksum = await verifyTable(source, target, tables.source)
    report(`${product.name}.${tables.source.name}: ${checksum.count} rows are the same, checksum ${checksum}`)
    counts.tables += 1
    counts.rows += checksum.count
  }
  for (const kind of product.contentKinds) {
    const checksum = await verifyContents(source, target, kind)
    report(`${product.name} ${kind}: ${checksum.count} files are the same, checksum ${checksum}`)
    counts.files += checksum.count
  }
  return counts
}

/** Afterwards a server may use the target. */
export async function finishProduct(product: MovedProduct, target: MoveSide): Promise<void> {
  await target.database.read.transaction().execute(async (db) => {
    await product.finish?.(db)
    // A server that finds no record takes the database for a restored one, and drops the event queues.
    if (target.database.engine === 'postgres') await recordHistory(db)
    await endProgress(db)
  })
}

/** A move does not change the source, so it does not migrate it. */
async function checkVersion(source: MoveSide, target: MoveSide): Promise<void> {
  const [theirs, ours] = [source, target].map(({ database }) => listMigrations(database.read))
  const [ofSource, current] = [new Set(await theirs), new Set(await ours)]
  const missing = [...current].filter((name) => !ofSource.has(name))
  if (missing.length > 0) {
    throw new MoveRefused(
      `The source was written by an older version: ${missing.join(', ')} is missing. Run 'switchboard migrate' on it, then move again.`,
    )
  }
  const unknown = [...ofSource].filter((name) => !current.has(name))
  if (unknown.length > 0) {
    throw new MoveRefused(`The source was written by a newer version: ${unknown.join(', ')} is unknown here.`)
  }
}

/** Pairs every table of the source with the same table of the target. A table that only one of them has is a bug. */
async function pairTables(
  { name, rebuiltTables }: MovedProduct,
  source: MoveSide,
  target: MoveSide,
): Promise<{ source: MovedTable; target: MovedTable }[]> {
  const isCopied = (table: MovedTable) =>
    !notCopied.includes(table.name) && !rebuiltTables.includes(table.name)
  const ofSource = (await listTables(source.database.read)).filter(isCopied)
  const ofTarget = new Map(
    (await listTables(target.database.read)).filter(isCopied).map((table) => [table.name, table]),
  )
  const pairs = ofSource.map((table) => ({ source: table, target: ofTarget.get(table.name) }))
  const extra = [...ofTarget.keys()].filter((table) => !ofSource.some((one) => one.name === table))
  for (const pair of pairs) {
    if (!pair.target || columnsOf(pair.source) !== columnsOf(pair.target)) extra.push(pair.source.name)
  }
  if (extra.length > 0) {
    throw new MoveRefused(`The source and the target have different tables in ${name}: ${extra.join(', ')}.`)
  }
  return pairs as { source: MovedTable; target: MovedTable }[]
}

const columnsOf = ({ columns }: MovedTable) => columns.map(({ name }) => name).join()

/** Copies the bytes that an earlier run has not copied. Each content is stored whole or not at all. */
async function copyContents(source: MoveSide, target: MoveSide, kind: string): Promise<number> {
  let copied = 0
  for await (const place of source.contents.walk(kind)) {
    if ((await target.contents.size(place)) !== undefined) continue
    await target.contents.fill(place, async (draft) =>
      pipeline(await open(source, place), createWriteStream(draft, { mode: 0o600 })),
    )
    copied += 1
    if (copied % TIDY_EVERY === 0) await source.contents.tidy()
  }
  return copied
}

/** Reads both sides again and compares their bytes. */
async function verifyContents(source: MoveSide, target: MoveSide, kind: string): Promise<Checksum> {
  const [before, after] = [await checksumOf(source, kind), await checksumOf(target, kind)]
  if (before.count === after.count && String(before) === String(after)) return after
  throw new MoveRefused(
    `The files of kind ${kind} differ after the move: ${before.count} in the source, ${after.count} in the target. ` +
      'Empty the target, and move again while nothing uses the source.',
  )
}

async function checksumOf(side: MoveSide, kind: string): Promise<Checksum> {
  const checksum = new Checksum()
  for await (const place of side.contents.walk(kind)) {
    const bytes = createHash('sha256')
    for await (const chunk of await open(side, place)) bytes.update(chunk)
    checksum.add(JSON.stringify([place.tenant, place.name, bytes.digest('hex')]))
    if (checksum.count % TIDY_EVERY === 0) await side.contents.tidy()
  }
  return checksum
}

async function open({ contents }: MoveSide, place: ContentPlace) {
  const found = await contents.stream(place)
  if (!found) throw new ContentGone(`the bytes of ${place.kind}/${place.tenant}/${place.name} are gone`)
  return found.stream
}
