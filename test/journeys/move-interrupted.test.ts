import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePlace, type Place } from '../harness/engines.ts'
import { querySqlite } from '../harness/query-sqlite.ts'
import { runSwitchboard, startCommand } from '../harness/run-switchboard.ts'
import { storedRows } from '../harness/stored-rows.ts'

/** Many processes, one after another, on a machine that may be busy. */
const MINUTES = 300_000

const ROWS = 20_000

async function ask(place: Place, statement: string) {
  const client = new Client({ connectionString: place.databaseUrl! })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Each page of events takes half a second, so that a kill meets the move in their midst on any machine. */
const slowDown = (place: Place) =>
  ask(
    place,
    `create function sleep_a_little() returns trigger language plpgsql as
       $$ begin perform pg_sleep(0.5); return new; end $$;
     create function slow_down() returns event_trigger language plpgsql as $$ begin
       if to_regclass('chat.events') is not null and not exists (select from pg_trigger where tgname = 'slow') then
         create trigger slow before insert on chat.events execute function public.sleep_a_little();
       end if;
     end $$;
     create event trigger slow_down on ddl_command_end when tag in ('CREATE TABLE') execute function slow_down();`,
  )

const speedUp = (place: Place) => ask(place, 'drop event trigger slow_down; drop trigger slow on chat.events')

describe('a move that is killed', { timeout: MINUTES }, () => {
  let sqlite: Place
  let postgres: Place
  let back: Place
  beforeAll(async () => {
    sqlite = await makePlace('SQLite')
    postgres = await makePlace('PostgreSQL')
    back = await makePlace('SQLite')
    expect(await runSwitchboard(['seed-demo'], { place: sqlite })).toMatchObject({ code: 0 })
    // 40 pages.
    querySqlite(
      join(sqlite.dataDir, 'chat.db'),
      `with recursive counter(number) as (select 1 union all select number + 1 from counter where number < ${ROWS})
       insert into events (tenant_id, position, type, audience, payload, created_at)
       select 77, number, 'example', '{}', '{"number":' || number || '}', number from counter`,
    )
  }, MINUTES)
  afterAll(async () => {
    for (const place of [sqlite, postgres, back]) await place.remove()
  })

  it('leaves a target that no server and no other move takes for whole, and is continued', async () => {
    const move = ['move', '--to', postgres.databaseUrl!]
    await slowDown(postgres)
    const first = await startCommand(move, { place: sqlite })
    const progress = "select is_done from chat.moved_tables where name = 'events'"
    await expect.poll(() => ask(postgres, progress).catch(() => []), { timeout: MINUTES }).toMatchObject([{}])
    expect(await first.kill()).toMatchObject({ code: null, stdout: '' })
    // What PostgreSQL had received before is done or undone.
    const others =
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
    await expect.poll(() => ask(postgres, others), { timeout: MINUTES }).toEqual([])
    // Part of a table is there.
    expect(await ask(postgres, progress)).toEqual([{ is_done: 0 }])
    const [{ count }] = await ask(postgres, 'select count(*)::int as count from chat.events')
    expect(count).toBeGreaterThan(0)

    await speedUp(postgres)
    const serving = await runSwitchboard(['serve', '--port', '0'], { place: postgres })
    expect(serving).toMatchObject({ code: 1, stdout: '' })
    expect(serving.stderr).toContain(`target of an unfinished move from sqlite:${sqlite.dataDir}`)
    const other = await runSwitchboard(['seed-demo'], { place: back })
    expect(other).toMatchObject({ code: 0 })
    const foreign = await runSwitchboard(move, { place: back })
    expect(foreign).toMatchObject({ code: 1, stdout: '' })
    expect(foreign.stderr).toContain(`contains an unfinished move from sqlite:${sqlite.dataDir}`)

    const second = await runSwitchboard(move, { place: sqlite })
    expect(second).toMatchObject({ code: 0 })
    expect(second.stderr).toContain('Continuing the move that was interrupted.')
    const copied = Number(/chat\.events .*: copied (\d+) rows/.exec(second.stderr)![1])
    const [{ total }] = querySqlite(
      join(sqlite.dataDir, 'chat.db'),
      'select count(*) as total from events',
    )[0] as [{ total: number }]
    expect(copied).toBe(total - count)
    expect(await storedRows(postgres)).toEqual(await storedRows(sqlite))
  })

  it('is not finished if the source has changed meanwhile', async () => {
    const target = await makePlace('PostgreSQL')
    const move = ['move', '--to', target.databaseUrl!]
    await slowDown(target)
    const first = await startCommand(move, { place: sqlite })
    await expect.poll(() => first.stderr(), { timeout: MINUTES }).toContain('chat.event_queues')
    await first.kill()
    await speedUp(target)
    querySqlite(join(sqlite.dataDir, 'chat.db'), "insert into alert_words values (1, 99, 'changed')")
    const second = await runSwitchboard(move, { place: sqlite })
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toContain('Table alert_words differs after the move')
    await target.remove()
  })
})
