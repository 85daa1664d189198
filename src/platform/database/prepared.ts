import type { Compilable, CompiledQuery, Kysely } from 'kysely'

/**
 * A query that is built and compiled once per engine and then only filled with values: building costs
 * several times what a small query takes to run. For the paths that every message goes through.
 */
export function prepared<Tables, Parameters extends object, Row>(
  build: (
    db: Kysely<Tables>,
    parameter: <Name extends keyof Parameters>(name: Name) => Parameters[Name],
  ) => Compilable,
): (db: Kysely<Tables>, values: Parameters) => Promise<Row[]> {
  const compiled = new WeakMap<object, Template>()

  return async (db, values) => {
    // Handles and connections of one database share the adapter, and databases of two engines do not.
    const { adapter } = db.getExecutor()
    let template = compiled.get(adapter)
    if (!template) {
      template = compileTemplate(build(db, (name) => new Placeholder(name) as never).compile())
      compiled.set(adapter, template)
    }
    const parameters = template.slots.map((slot) =>
      slot instanceof Placeholder ? values[slot.name as keyof Parameters] : slot,
    )
    const result = await db.executeQuery({ ...template.query, parameters } as CompiledQuery<Row>)
    return result.rows
  }
}

interface Template {
  query: CompiledQuery
  slots: readonly unknown[]
}

class Placeholder {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

function compileTemplate(query: CompiledQuery): Template {
  return { query, slots: query.parameters }
}
