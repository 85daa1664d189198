import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import LibsqlDatabase from 'libsql'
import { expect, it } from 'vitest'
import { preparePhoneDatabase } from './prepare-phone-database.ts'

it('the database of an older version gets the columns that it lacks, and keeps its phones', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-phones-'))
  const path = join(folder, 'asterisk.db')
  try {
    await preparePhoneDatabase(`sqlite:${path}`)
    const database = new LibsqlDatabase(path)
    for (const view of ['ps_auths', 'ps_aors', 'ps_endpoints']) database.exec(`drop view ${view}`)
    database.exec('drop table phones')
    database.exec('create table phones (id text not null primary key, number text not null)')
    database.exec("insert into phones values ('1001@a.test', '1001')")
    await preparePhoneDatabase(`sqlite:${path}`)
    expect(database.prepare('select id, mailboxes from ps_endpoints').all()).toEqual([
      { id: '1001@a.test', mailboxes: '' },
    ])
    database.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
