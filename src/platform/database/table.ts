import type { Compilable, Insertable, Selectable, Updateable } from 'kysely'
import { uncheckedCast } from '../unchecked-cast.ts'
import type { AnyHandle } from './any-handle.ts'
import { isInJsonIds, isInJsonTexts } from './statements/json-list.ts'
import { createFiller, type RowHint } from './statements/prepared.ts'

/** What some columns contain. null: nothing; a list: one of these values. */
export type Match<Row> = {
  readonly [Column in keyof Row]?: Row[Column] | readonly NonNullable<Row[Column]>[]
}

type Order<Row> = (keyof Row & string) | `${keyof Row & string} desc`

/**
 * The rows of one table, by key or by equality. Everything else is a query in a store. Methods that take a key look at
 * its key columns only, so a whole row will do. `Item`: what a row becomes when it is read.
 */
export interface Table<Db, Row, Key extends keyof Row, Item = Row, New = Row, Changes = Partial<Row>> {
  find(db: Db, key: Pick<Row, Key>): Promise<Item | undefined>
  /** By columns that are unique without being the key. */
  findBy(db: Db, match: Match<Row>): Promise<Item | undefined>
  /** All rows that match, in the order of the table or this one. It is the same on both engines, also for texts. */
  list(db: Db, match: Match<Row>, orderBy?: readonly Order<Row>[]): Promise<Item[]>
  /** The same with some of the columns only, by which they are ordered. */
  pick<Column extends keyof Row>(
    db: Db,
    match: Match<Row>,
    columns: readonly Column[],
  ): Promise<Pick<Row, Column>[]>
  exists(db: Db, match: Match<Row>): Promise<boolean>
  count(db: Db, match: Match<Row>): Promise<number>
  insert(db: Db, rows: New | readonly New[]): Promise<void>
  /** Leaves rows as they are whose key or other unique columns exist. Returns whether it has inserted any. */
  insertIfAbsent(db: Db, rows: New | readonly New[]): Promise<boolean>
  /** Inserts rows, or replaces those with the same key. */
  put(db: Db, rows: New | readonly New[]): Promise<void>
  /** Never changes the key. Returns whether the row exists. */
  update(db: Db, key: Pick<Row, Key>, changes: Changes): Promise<boolean>
  /** Returns how many rows match. */
  updateWhere(db: Db, match: Match<Row>, changes: Changes): Promise<number>
  /** Returns whether the row existed. */
  remove(db: Db, key: Pick<Row, Key>): Promise<boolean>
  /** Returns how many rows it has removed. */
  removeWhere(db: Db, match: Match<Row>): Promise<number>
  /** Removes what has become old, with a smaller value in this column, from all tenants. */
  removeBefore(db: Db, column: keyof Row & string, value: number): Promise<void>
}

interface Options<Row, Item> {
  /** of lists; otherwise that of the key */
  orderBy?: readonly Order<Row>[]
  read?: (row: Row) => Item
}

/** Returns the function with which a product declares its tables. */
export const tablesOf =
  <Tables, Db extends AnyHandle>() =>
  <
    Name extends keyof Tables & string,
    Key extends keyof Selectable<Tables[Name]> & string,
    Item = Selectable<Tables[Name]>,
  >(
    name: Name,
    key: readonly Key[],
    options: Options<Selectable<Tables[Name]>, Item> = {},
  ): Table<Db, Selectable<Tables[Name]>, Key, Item, Insertable<Tables[Name]>, Updateable<Tables[Name]>> =>
    uncheckedCast(createTable(name, key, uncheckedCast(options)))

type Row = Record<string, string | number | null>
type Values = Record<string, unknown>
type Parameter = (name: string) => unknown
type Build = (db: AnyHandle, parameter: Parameter) => Compilable

function createTable(name: string, key: readonly string[], { orderBy = key, read }: Options<Row, unknown>) {
  const statements = new Map<string, ReturnType<typeof createFiller<unknown, Values>>>()

  /** The text of a statement depends on its shape only, so each is built once per engine. */
  function run(db: AnyHandle, shape: string, build: Build, values: Values, hint?: RowHint) {
    let fill = statements.get(shape)
    if (!fill) {
      if (statements.size >= STATEMENTS_LIMIT) statements.clear()
      fill = createFiller<unknown, Values>(uncheckedCast(build), 'each time')
      statements.set(shape, fill)
    }
    return db.executeQuery<Row>({ ...hint, ...fill<Row>(db, values) })
  }

  /** `begin`: the statement without its conditions. */
  async function runWhere(
    db: AnyHandle,
    match: Match<Row>,
    statement: { shape: string; begin: Build; values?: Values; hint?: RowHint },
  ): Promise<{ rows: Row[]; numAffectedRows?: bigint }> {
    const { shape, begin, values, hint } = statement
    const where = conditionsOf(match)
    if (where.isNever) return { rows: [] }
    const build: Build = (on, parameter) => where.apply(on, begin(on, parameter), parameter)
    return run(db, `${shape} ${where.shape}`, build, { ...where.values, ...values }, hint)
  }

  async function findBy(db: AnyHandle, match: Match<Row>) {
    const begin: Build = (on) => on.selectFrom(name).selectAll()
    // Not with `atMostOne`: the SQLite driver adds a property to such a row, which could not be written back.
    const [row] = (await runWhere(db, match, { shape: 'find', begin })).rows
    return row && read ? read(row) : row
  }

  async function insert(db: AnyHandle, given: Values | readonly Values[], conflict?: 'keep' | 'replace') {
    const rows = uncheckedCast<readonly Values[]>(Array.isArray(given) ? given : [given])
    const build = (on: AnyHandle, values: Values | readonly Values[]) => {
      const query = on.insertInto(name).values(values)
      const others = Object.keys(rows[0]!).filter((column) => !key.includes(column))
      if (conflict === undefined) return query
      if (conflict === 'keep' || others.length === 0) return query.onConflict((found) => found.doNothing())
      return query.onConflict((found) =>
        found
          .columns([...key])
          .doUpdateSet((row) =>
            Object.fromEntries(others.map((column) => [column, row.ref(`excluded.${column}`)])),
          ),
      )
    }
    if (rows.length === 1) {
      const row = defined(rows[0]!)
      const columns = Object.keys(row)
      const one: Build = (on, parameter) =>
        build(on, Object.fromEntries(columns.map((column) => [column, parameter(column)])))
      return changedBy(await run(db, `insert ${conflict} ${columns}`, one, row))
    }
    let changed = 0
    const atOnce = Math.floor(PARAMETERS_LIMIT / Object.keys(rows[0] ?? key).length)
    for (let start = 0; start < rows.length; start += atOnce) {
      const some = build(db, rows.slice(start, start + atOnce))
      changed += changedBy(await db.executeQuery(some.compile()))
    }
    return changed
  }

  async function updateWhere(db: AnyHandle, match: Match<Row>, changes: Values): Promise<number> {
    const changed = Object.entries(defined(changes)).filter(([column]) => !key.includes(column))
    const columns = changed.map(([column]) => column)
    const begin: Build = (on, parameter) =>
      on
        .updateTable(name)
        .set(Object.fromEntries(columns.map((column) => [column, parameter(`new ${column}`)])))
    const values = Object.fromEntries(changed.map(([column, value]) => [`new ${column}`, value]))
    return changedBy(await runWhere(db, match, { shape: `update ${columns}`, begin, values }))
  }

  const removeWhere = async (db: AnyHandle, match: Match<Row>) =>
    changedBy(await runWhere(db, match, { shape: 'delete', begin: (on) => on.deleteFrom(name) }))

  const keyOf = (row: Row) => Object.fromEntries(key.map((column) => [column, row[column]!]))

  return {
    find: (db: AnyHandle, row: Row) => findBy(db, keyOf(row)),
    findBy,
    async list(db: AnyHandle, match: Match<Row>, order: readonly string[] = orderBy) {
      const begin: Build = (on) => on.selectFrom(name).selectAll()
      const rows = sortRows((await runWhere(db, match, { shape: 'list', begin })).rows, order)
      return read ? rows.map((row) => read(row)) : rows
    },
    async pick(db: AnyHandle, match: Match<Row>, columns: readonly string[]) {
      const begin: Build = (on) => on.selectFrom(name).select(columns)
      return sortRows((await runWhere(db, match, { shape: `pick ${columns}`, begin })).rows, columns)
    },
    async exists(db: AnyHandle, match: Match<Row>) {
      const begin: Build = (on) => on.selectFrom(name).select(key).limit(1)
      return (
        (await runWhere(db, match, { shape: 'exists', begin, hint: { atMostOne: true } })).rows.length > 0
      )
    },
    async count(db: AnyHandle, match: Match<Row>) {
      const begin: Build = (on) => on.selectFrom(name).select(({ fn }) => fn.countAll().as('count'))
      return Number((await runWhere(db, match, { shape: 'count', begin })).rows[0]?.count ?? 0)
    },
    insert: async (db: AnyHandle, rows: Values | readonly Values[]) => void (await insert(db, rows)),
    insertIfAbsent: async (db: AnyHandle, rows: Values | readonly Values[]) =>
      (await insert(db, rows, 'keep')) > 0,
    put: async (db: AnyHandle, rows: Values | readonly Values[]) => void (await insert(db, rows, 'replace')),
    update: async (db: AnyHandle, row: Row, changes: Values) =>
      (await updateWhere(db, keyOf(row), changes)) > 0,
    updateWhere,
    remove: async (db: AnyHandle, row: Row) => (await removeWhere(db, keyOf(row))) > 0,
    removeWhere,
    async removeBefore(db: AnyHandle, column: string, value: number) {
      const build: Build = (on, parameter) => on.deleteFrom(name).where(column, '<', parameter('value'))
      await run(db, `delete before ${column}`, build, { value })
    },
  }
}

/** Of a statement. SQLite takes twice as many, PostgreSQL four times. */
const PARAMETERS_LIMIT = 16_000

/** Of a table. The code has a few dozen; which settings a request changes could add any number. */
const STATEMENTS_LIMIT = 1000

const changedBy = ({ numAffectedRows = 0n }: { numAffectedRows?: bigint }) => Number(numAffectedRows)

const defined = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** A list is one JSON parameter: the statement is the same for any number of values. */
function conditionsOf(match: Match<Row>) {
  const conditions = Object.entries(match).map(([column, value]) => ({
    column,
    value: Array.isArray(value) ? JSON.stringify(value, wellFormed) : value,
    kind: Array.isArray(value) ? `${typeof value[0]}s` : value === null ? 'null' : 'value',
  }))
  return {
    shape: conditions.map(({ column, kind }) => `${column}:${kind}`).join(),
    /** One of the lists is empty. */
    isNever: conditions.some(({ kind }) => kind === 'undefineds'),
    values: Object.fromEntries(conditions.map(({ column, value }) => [column, value])),
    apply: (db: AnyHandle, query: Compilable, parameter: Parameter): Compilable =>
      conditions.reduce((found, { column, kind }) => {
        if (kind === 'null') return found.where(column, 'is', null)
        const value = uncheckedCast<string>(parameter(column))
        if (kind === 'numbers') return found.where(isInJsonIds(db, column, value))
        if (kind === 'strings') return found.where(isInJsonTexts(db, column, value))
        return found.where(column, '=', value)
      }, uncheckedCast<Conditional>(query)),
  }
}

interface Conditional extends Compilable {
  where(...condition: unknown[]): Conditional
}

/** PostgreSQL rejects JSON with half a surrogate pair; as a parameter of its own, a text loses it. */
const wellFormed = (_: string, value: unknown) =>
  typeof value === 'string' ? Buffer.from(value).toString() : value

/** In memory: the database keeps the best plan for the conditions, and texts have one order on both engines. */
function sortRows(rows: Row[], orderBy: readonly string[]): Row[] {
  const order = orderBy.map((text) => text.split(' ')).map(([column, way]) => ({ column: column!, way }))
  return rows.sort((one, other) => {
    for (const { column, way } of order) {
      const [left, right] = [one[column]!, other[column]!]
      if (left !== right) return left < right === (way === undefined) ? -1 : 1
    }
    return 0
  })
}
