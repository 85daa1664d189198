import type { AnyHandle } from '../../platform/database/any-handle.ts'

const AT_ONCE = 500

interface Row {
  company_id: number
  id: string
  first_name: string
  last_name: string
  email: string | null
}

/** What a search looks at, in lower case: the databases do not agree on how to change the case of other alphabets. */
export async function addContactSearch(db: AnyHandle): Promise<void> {
  await db.schema
    .alterTable('contacts')
    .addColumn('search_text', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  let last: Pick<Row, 'company_id' | 'id'> = { company_id: 0, id: '' }
  for (;;) {
    const { company_id: company, id } = last
    const rows: Row[] = await db
      .selectFrom('contacts')
      .select(['company_id', 'id', 'first_name', 'last_name', 'email'])
      .where((where) =>
        where.or([
          where('company_id', '>', company),
          where.and([where('company_id', '=', company), where('id', '>', id)]),
        ]),
      )
      .orderBy('company_id')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    for (const row of rows) {
      const text = [`${row.first_name} ${row.last_name}`.trim(), row.email ?? ''].join('\n').toLowerCase()
      await db
        .updateTable('contacts')
        .set({ search_text: text })
        .where('company_id', '=', row.company_id)
        .where('id', '=', row.id)
        .execute()
    }
    if (rows.length < AT_ONCE) return
    last = rows.at(-1)!
  }
}
