import type { Kysely, RootOperationNode } from 'kysely'
import type { EngineName } from './engines.ts'

/** Runs queries, and returns the steps by which the engine plans each of them. */
export async function planQueries<Tables>(
  database: Kysely<Tables>,
  engine: EngineName,
  ask: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<string[]> {
  const asked: RootOperationNode[] = []
  await ask(
    database.withPlugin({
      transformQuery({ node }) {
        asked.push(node)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const explain = engine === 'SQLite' ? 'explain query plan' : 'explain'
  const steps: string[] = []
  for (const node of asked) {
    const query = database.getExecutor().compileQuery(node, { queryId: 'plan' })
    const { rows } = await database.executeQuery<Record<string, string>>({
      ...query,
      sql: `${explain} ${query.sql}`,
      // Prepared queries have placeholders instead of values.
      parameters: query.parameters.map((value) => (typeof value === 'object' && value !== null ? 1 : value)),
    })
    steps.push(...rows.map((row) => row.detail ?? row['QUERY PLAN']!))
  }
  return steps
}
