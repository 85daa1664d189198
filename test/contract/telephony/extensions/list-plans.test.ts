import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { extensionsTable } from '../../../../src/telephony/phones/extensions/extension.ts'
import {
  type ExtensionFilter,
  listExtensions,
} from '../../../../src/telephony/phones/extensions/extension-store.ts'
import type { TelephonyDb } from '../../../../src/telephony/telephony-platform.ts'
import type { TelephonyTables } from '../../../../src/telephony/telephony-tables.ts'
import { engines } from '../../../harness/engines.ts'
import { planQueries } from '../../../harness/plan-queries.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const COPIES = 5000

describe.each(engines)('plans of lists and searches on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    const { acme, globex } = world.demo
    for (const { company } of [acme, globex]) await copyExtension(company.id)
    const statement = engine === 'SQLite' ? sql`analyze` : sql`analyze extensions`
    await world.telephony.database.write(0, { work: ({ db }) => statement.execute(db) })
  })
  afterAll(() => world.stop())

  /** An extension of the company under many numbers. */
  async function copyExtension(companyId: number): Promise<void> {
    const { read } = world.telephony.database
    const [one] = await read
      .selectFrom('extensions')
      .selectAll()
      .where('company_id', '=', companyId)
      .execute()
    const copies = Array.from({ length: COPIES }, (_, index) => ({
      ...one!,
      id: `copy-${companyId}-${index}`,
      number: 100_000 + index,
      search_text: `${100_000 + index} desk ${index}`,
    }))
    await world.telephony.database.write(companyId, {
      work: async ({ db }) => {
        for (let start = 0; start < COPIES; start += 500) {
          await db
            .insertInto('extensions')
            .values(copies.slice(start, start + 500))
            .execute()
        }
      },
    })
  }

  const page = { number: 1, size: 100 }
  const list = (more: Partial<ExtensionFilter>) => (db: TelephonyDb) =>
    listExtensions(
      db,
      world.demo.acme.company.id,
      { instanceUuid: world.acmePbx, sort: 'number', ...more },
      page,
    )

  it.each<[string, (db: TelephonyDb) => Promise<unknown>]>([
    ['a page', list({})],
    ['a search for a number', list({ search: '104321' })],
    ['a search for a name', list({ search: 'desk 4321' })],
    ['by user', list({ sort: 'user' })],
    ['unassigned', list({ only: 'unassigned' })],
    [
      'one by number',
      (db) =>
        extensionsTable.findBy(db, {
          company_id: world.demo.acme.company.id,
          instance_uuid: world.acmePbx,
          number: 104_321,
        }),
    ],
    [
      'of a user',
      (db) =>
        extensionsTable.list(db, { company_id: world.demo.acme.company.id, user_id: world.demo.acme.ben.id }),
    ],
  ])('%s: by an index of the company', async (_what, ask) => {
    const db = world.telephony.database.read as Kysely<TelephonyTables>
    const steps = await planQueries(db, engine, ask)
    const whole = engine === 'SQLite' ? /^SCAN extensions/ : /Seq Scan on extensions/
    expect(steps.filter((step) => whole.test(step))).toEqual([])
    const key = engine === 'SQLite' ? /company_id=\?/ : /company_id = /
    expect(
      steps.some((step) => key.test(step)),
      steps.join('\n'),
    ).toBe(true)
  })
})
