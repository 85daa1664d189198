import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import { deferredWritesOf } from '../batches/deferred-writes.ts'
import { nameStatement } from './statement-names.ts'

type Build<Tables, Parameters> = (
  db: Kysely<Tables>,
  parameter: <Name extends keyof Parameters>(name: Name) => Parameters[Name],
) => Compilable

/**
 * When PostgreSQL plans the query. `once` per connection is for hot paths, and only for queries by the whole key: for
 * all others the best plan depends on the values.
 */
export type Plan = 'each time' | 'once'

/**
 * A query that is built and compiled once per engine, then only filled with values. Building costs several times what a
 * small query takes to run. For the paths that every message takes.
 */
export function prepared<Tables, Parameters extends object, Row>(
  build: Build<Tables, Parameters>,
  plan: Plan = 'each time',
): (db: Kysely<Tables>, values: Parameters) => Promise<Row[]> {
  return queryOf(createFiller(build, plan), false)
}

function queryOf<Tables, Parameters extends object, Row>(
  fill: ReturnType<typeof createFiller<Tables, Parameters>>,
  atMostOne: boolean,
): (db: Kysely<Tables>, values: Parameters) => Promise<Row[]> {
  return async (db, values) => {
    // The hint comes first: V8 takes microseconds to add a property after a spread.
    const filled: CompiledQuery<Row> & RowHint = { atMostOne, ...fill<Row>(db, values) }
    return (await db.executeQuery<Row>(filled)).rows
  }
}

/** The same for a query that finds at most one row. */
export function preparedOne<Tables, Parameters extends object, Row>(
  build: Build<Tables, Parameters>,
  plan: Plan = 'each time',
): (db: Kysely<Tables>, values: Parameters) => Promise<Row | undefined> {
  const query = queryOf<Tables, Parameters, Row>(createFiller(build, plan), true)
  return async (db, values) => (await query(db, values))[0]
}

/**
 * The same for a write whose result nobody needs. In a batch it is deferred: if it fails, the batch runs again without
 * deferring, and only then does its job get the error. `onceFor` names the values that make a second write unnecessary
 * until the next other statement.
 */
export function preparedWrite<Tables, Parameters extends object>(
  build: Build<Tables, Parameters>,
  plan: Plan = 'each time',
  onceFor?: readonly (keyof Parameters)[],
): (db: Kysely<Tables>, values: Parameters) => Promise<void> {
  const fill = createFiller(build, plan)
  const done = Promise.resolve()
  return (db, values) => {
    const query = fill<never>(db, values)
    const deferred = deferredWritesOf(db)
    if (!deferred) return db.executeQuery(query).then(() => {})
    deferred.push(query.sql, query.parameters, onceFor?.map((name) => values[name]).join(' '))
    return done
  }
}

/** A hint for our SQLite driver, which fetches one row faster than a list. */
export interface RowHint {
  atMostOne?: boolean
}

/** Returns the query filled with values. */
export function createFiller<Tables, Parameters extends object>(
  build: Build<Tables, Parameters>,
  plan: Plan,
) {
  const templates = new WeakMap<object, CompiledQuery>()

  return <Row>(db: Kysely<Tables>, values: Parameters): CompiledQuery<Row> => {
    // All handles and connections of one database share the adapter; the engines do not.
    const { adapter } = db.getExecutor()
    let template = templates.get(adapter)
    if (!template) {
      template = build(db, (name) => new Placeholder(name) as never).compile()
      templates.set(adapter, template)
      if (plan === 'once') nameStatement(template.sql)
    }
    const { sql, query, queryId } = template
    const parameters = template.parameters.map((slot) =>
      slot instanceof Placeholder ? values[slot.name as keyof Parameters] : slot,
    )
    return { sql, query, queryId, parameters }
  }
}

class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}
