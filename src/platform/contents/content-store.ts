import type { Handle } from '../database/database.ts'
import { type PlatformTables, platformTables } from '../database/platform-tables.ts'
import { preparedOne } from '../database/statements/prepared.ts'
import type { ContentPlace } from './contents.ts'

/** The id under which the chunks are stored, and their total size in bytes. */
export interface StoredContent {
  tenant: string
  id: string
  size: number
}

// biome-ignore lint/suspicious/noExplicitAny: the platform's tables are beside those of any product
type AnyHandle = Handle<any>

export const findContent = (db: AnyHandle, place: ContentPlace): Promise<StoredContent | undefined> =>
  find(platformTables(db), place)

const find = preparedOne<PlatformTables, ContentPlace, StoredContent>((db, parameter) =>
  db
    .selectFrom('contents')
    .select(['tenant', 'id', 'size'])
    .where('tenant', '=', parameter('tenant'))
    .where('kind', '=', parameter('kind'))
    .where('name', '=', parameter('name')),
)

/** Returns false when the name is taken: the first writer wins. */
export async function insertContent(
  db: AnyHandle,
  { tenant, kind, name }: ContentPlace,
  content: { id: string; size: number; written_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await platformTables(db)
    .insertInto('contents')
    .values({ tenant, kind, name, ...content })
    .onConflict((conflict) => conflict.columns(['tenant', 'kind', 'name']).doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows !== 0n
}

export async function insertChunk(
  db: AnyHandle,
  { tenant, id }: StoredContent,
  number: number,
  bytes: Buffer,
): Promise<void> {
  await platformTables(db).insertInto('content_chunks').values({ tenant, id, number, bytes }).execute()
}

export async function readChunk(
  db: AnyHandle,
  { tenant, id }: StoredContent,
  number: number,
): Promise<Buffer | undefined> {
  return (await chunk(platformTables(db), { tenant, id, number }))?.bytes
}

const chunk = preparedOne<PlatformTables, { tenant: string; id: string; number: number }, { bytes: Buffer }>(
  (db, parameter) =>
    db
      .selectFrom('content_chunks')
      .select('bytes')
      .where('tenant', '=', parameter('tenant'))
      .where('id', '=', parameter('id'))
      .where('number', '=', parameter('number')),
)

/** Deletes the content and its chunks. */
export async function deleteContent(db: AnyHandle, { tenant, kind, name }: ContentPlace): Promise<void> {
  await platformTables(db)
    .with('gone', (query) =>
      query
        .deleteFrom('contents')
        .where('tenant', '=', tenant)
        .where('kind', '=', kind)
        .where('name', '=', name)
        .returning(['contents.tenant', 'contents.id']),
    )
    .deleteFrom('content_chunks')
    .using('gone')
    .whereRef('content_chunks.tenant', '=', 'gone.tenant')
    .whereRef('content_chunks.id', '=', 'gone.id')
    .execute()
}

const PAGE = 500

/** Ordered by tenant and name. Contents that are added or deleted meanwhile may or may not be seen. */
export async function* walkContents(
  db: AnyHandle,
  kind: string,
  which: { tenant?: string; writtenBefore?: number } = {},
): AsyncGenerator<{ tenant: string; name: string }> {
  let last: { tenant: string; name: string } | undefined
  for (;;) {
    const after = last
    let query = platformTables(db)
      .selectFrom('contents')
      .select(['tenant', 'name'])
      .where('kind', '=', kind)
      .orderBy('tenant')
      .orderBy('name')
      .limit(PAGE)
    if (which.tenant !== undefined) query = query.where('tenant', '=', which.tenant)
    if (which.writtenBefore !== undefined) query = query.where('written_at', '<', which.writtenBefore)
    if (after) {
      query = query.where((where) =>
        where.or([
          where('tenant', '>', after.tenant),
          where.and([where('tenant', '=', after.tenant), where('name', '>', after.name)]),
        ]),
      )
    }
    const rows = await query.execute()
    yield* rows
    last = rows.at(-1)
    if (rows.length < PAGE) return
  }
}
