import { type SelectQueryBuilder, sql } from 'kysely'

export interface RowPage<Row> {
  items: Row[]
  total: number
}

/** Counts the rows that a query finds; its selection and order do not matter. */
export async function countRows<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const counting = query.clearSelect().clearOrderBy().select(sql<number>`count(*)`.as('total'))
  const { total } = (await counting.executeTakeFirstOrThrow()) as { total: number }
  return Number(total)
}

/** One page of a sorted query, counted from 1, and the total number of rows. */
export async function readPage<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { number, size }: { number: number; size: number },
): Promise<RowPage<Row>> {
  const total = await countRows(query)
  const items = await query
    .limit(size)
    .offset((number - 1) * size)
    .execute()
  return { items: items as Row[], total }
}
