import { existsSync, renameSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import LibsqlDatabase from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ForeignSqlite, openForeignSqlite } from './foreign-sqlite.ts'

describe('the SQLite file of another program', () => {
  let folder: string
  let path: string
  let database: ForeignSqlite
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'foreign-sqlite-'))
    path = join(folder, 'phones.db')
    create(path)
    database = openForeignSqlite(path, { timeoutMs: 500, pragmas: ['synchronous = FULL'] })
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })

  function create(at: string) {
    const program = new LibsqlDatabase(at)
    program.pragma('journal_mode = WAL')
    program.exec('create table phones (id text not null primary key)')
    program.close()
  }
  const query = (text: string, ...parameters: string[]) => ({ text, parameters, atMostOne: false })
  const insert = (id: string) => query('insert into phones (id) values (?1)', id)
  const list = query('select id from phones order by id')
  const ids = async () => (await database.transact([list]))[0]!.map((row) => (row as { id: string }).id)

  it('all statements of a transaction succeed or none does, and those after a failure work', async () => {
    expect(await database.transact([insert('1'), list])).toEqual([[], [{ id: '1' }]])
    await expect(database.transact([insert('2'), insert('1')])).rejects.toThrow('UNIQUE')
    await expect(database.transact([query('select id from lines')])).rejects.toThrow('no such table')
    await database.transact([insert('3')])
    expect(await ids()).toEqual(['1', '3'])
  })

  it('a file that was replaced is opened again, and a missing one is an error and is not created', async () => {
    const moveAway = (name: string) => {
      for (const ending of ['', '-wal', '-shm']) {
        if (existsSync(path + ending)) renameSync(path + ending, `${path}-${name}${ending}`)
      }
    }
    await database.transact([insert('1')])
    moveAway('first')
    create(path)
    expect(await ids()).toEqual([])
    moveAway('second')
    await expect(ids()).rejects.toThrow('ENOENT')
    expect(existsSync(path)).toBe(false)
  })

  it('waits while the other program writes, and then gives up', async () => {
    const program = new LibsqlDatabase(path)
    program.exec('begin immediate')
    const written = database.transact([insert('1')])
    expect(await ids()).toEqual([])
    await expect(written).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
    const later = database.transact([insert('2')])
    setTimeout(() => program.exec('commit'), 50)
    await later
    expect(await ids()).toEqual(['2'])
    program.close()
  })
})
