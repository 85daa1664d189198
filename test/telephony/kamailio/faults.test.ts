import { existsSync, renameSync } from 'node:fs'
import LibsqlDatabase from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PbxFailure } from '../../../src/telephony/phones/pbx/pbx.ts'
import { engines } from '../../harness/engines.ts'
import { startDisturbedRpc } from '../../harness/kamailio/disturbed-rpc.ts'
import { accountOf, type Driver, startDriver } from '../../harness/kamailio/kamailio-driver.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { sippRegister } from '../../harness/kamailio/sipp-register.ts'
import { type RunningKamailio, startKamailio } from '../../harness/kamailio/start-kamailio.ts'
import { onKamailioDatabase, subscriberRows } from '../../harness/kamailio/subscriber-rows.ts'
import { waitUntil } from '../../harness/kamailio/wait-until.ts'

const missing = missingPrograms('kamailio', 'sipp')
const address = { number: 1001, domain: 'a.test' }
const oldAccount = accountOf(1001, 'a.test', 'old')
const newAccount = accountOf(1001, 'a.test', 'new')
const another = accountOf(1002, 'a.test', 'another')
const oldRow = { username: '1001', domain: 'a.test', password: '', ha1: oldAccount.ha1 }

describe.skipIf(missing).each(engines)(`when Kamailio fails on %s${missing}`, (engine) => {
  let kamailio: RunningKamailio
  let driver: Driver
  const register = (secret: string) => sippRegister({ sipPort: kamailio.sipPort, ...address, secret })
  const rows = () => subscriberRows(kamailio.directDatabaseUrl)

  beforeEach(async () => {
    kamailio = await startKamailio(engine)
    driver = await startDriver(kamailio)
    await driver.pbx.put(oldAccount)
  })
  afterEach(async () => {
    await driver?.pbx.stop()
    await kamailio?.stop()
  })

  it('changes nothing while it does not run, and works again afterwards', async () => {
    const { pbx, events } = driver
    expect((await register('old')).status).toBe(200)
    await waitUntil('the phone is there', () => events.includes('1001@a.test AUTHENTICATED'))
    await kamailio.kill()
    for (const attempt of [
      () => pbx.put(newAccount),
      () => pbx.put(another),
      () => pbx.remove(address),
      () => pbx.registration(address),
      () => pbx.ping(),
    ]) {
      await expect(attempt()).rejects.toThrow(new PbxFailure('Kamailio does not answer.'))
    }
    expect(await rows()).toEqual([oldRow])

    await kamailio.start()
    await pbx.ping()
    // It has forgotten the phone, and we have noticed.
    await waitUntil('the phone is gone', () => events.includes('1001@a.test UNAUTHENTICATED'))
    events.length = 0
    expect((await register('old')).status).toBe(200)
    await waitUntil('events come again', () => events.includes('1001@a.test AUTHENTICATED'))
    await pbx.put(newAccount)
    expect((await pbx.registration(address)).state).toBe('UNAUTHENTICATED')
    expect((await register('new')).status).toBe(200)
  })

  it.each(['ul.rm', 'htable.seti'])('puts the row back when %s gets lost', async (method) => {
    const disturbed = await startDisturbedRpc(kamailio.rpcUrl)
    const { pbx } = await startDriver({ ...kamailio, rpcUrl: disturbed.url })
    try {
      expect((await register('old')).status).toBe(200)
      disturbed.lose(method)
      await expect(pbx.put(newAccount)).rejects.toThrow(PbxFailure)
      await expect(pbx.put(another)).rejects.toThrow(PbxFailure)
      await expect(pbx.remove(address)).rejects.toThrow(PbxFailure)
      expect(await rows()).toEqual([oldRow])
      expect((await pbx.registration(address)).state).toBe('AUTHENTICATED')
      expect((await register('new')).outcome).toBe('refused')
      disturbed.lose(undefined)
      await pbx.put(newAccount)
      expect((await pbx.registration(address)).state).toBe('UNAUTHENTICATED')
    } finally {
      await pbx.stop()
      await disturbed.stop()
    }
  })

  it('tells phones that it cannot look at the table, not that their secret is wrong', async () => {
    const run = (statement: string) => onKamailioDatabase(kamailio.directDatabaseUrl, statement)
    await run('alter table subscriber rename to elsewhere')
    expect((await register('old')).status).toBe(503)
    const failure = new PbxFailure('The database of Kamailio cannot be used.')
    await expect(driver.pbx.put(another)).rejects.toThrow(failure)
    await expect(driver.pbx.remove(address)).rejects.toThrow(failure)
    await expect(driver.pbx.ping()).rejects.toThrow(failure)
    await run('alter table elsewhere rename to subscriber')
    expect(await rows()).toEqual([oldRow])
    expect((await register('old')).status).toBe(200)
    await driver.pbx.put(another)
  })

  it.runIf(engine === 'SQLite')('fails in a bounded time while the file is locked or away', async () => {
    const path = kamailio.directDatabaseUrl.slice('sqlite:'.length)
    const lock = new LibsqlDatabase(path)
    lock.exec('begin exclusive')
    await expect(driver.pbx.put(newAccount)).rejects.toThrow(PbxFailure)
    // Phones only read, which the lock does not keep them from.
    expect((await register('old')).status).toBe(200)
    lock.exec('rollback')
    lock.close()
    // And when there is no file, none is made.
    renameSync(path, `${path}.elsewhere`)
    await expect(driver.pbx.put(newAccount)).rejects.toThrow(PbxFailure)
    expect(existsSync(path)).toBe(false)
    renameSync(`${path}.elsewhere`, path)
    expect(await rows()).toEqual([oldRow])
    await driver.pbx.put(newAccount)
    expect(await rows()).toEqual([{ ...oldRow, ha1: newAccount.ha1 }])
  })
})
