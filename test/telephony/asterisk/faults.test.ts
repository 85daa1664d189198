import { existsSync, renameSync } from 'node:fs'
import LibsqlDatabase from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PbxFailure } from '../../../src/telephony/phones/pbx/pbx.ts'
import { type AnsweringPort, startAnsweringPort } from '../../harness/asterisk/answering-port.ts'
import { accountOf, type Driver, startDriver } from '../../harness/asterisk/asterisk-driver.ts'
import { startDisturbedAri } from '../../harness/asterisk/disturbed-ari.ts'
import { onAsteriskDatabase, phoneRows } from '../../harness/asterisk/phone-rows.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { engines } from '../../harness/engines.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { sippRegister } from '../../harness/sip/sipp-register.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk', 'sipp')
const address = { number: 1001, domain: 'a.test' }
const data = { rewrite_contact: 'no' }
const oldAccount = accountOf(1001, 'a.test', 'old', data)
const newAccount = accountOf(1001, 'a.test', 'new', data)
const another = accountOf(1002, 'a.test', 'another', data)
const databaseFailure = new PbxFailure('The database of Asterisk cannot be used.')

describe.skipIf(missing).each(engines)(`when Asterisk fails on %s${missing}`, (engine) => {
  let asterisk: RunningAsterisk
  let driver: Driver
  let phone: AnsweringPort
  const register = (secret: string) =>
    sippRegister({ sipPort: asterisk.sipPort, ...address, secret, contactPort: phone.port })
  /** The number and hash of each phone. */
  const rows = async () => (await phoneRows(asterisk.directDatabaseUrl)).map(({ id, ha1 }) => `${id} ${ha1}`)
  const oldRows = [`1001@a.test ${oldAccount.ha1}`]

  beforeEach(async () => {
    phone = await startAnsweringPort()
    asterisk = await startAsterisk(engine)
    driver = await startDriver(asterisk)
    await driver.pbx.put(oldAccount)
  })
  afterEach(async () => {
    await driver?.pbx.stop()
    await asterisk?.stop()
    phone.stop()
  })

  it('changes nothing while it does not run, and works again afterwards', async () => {
    const { pbx, events } = driver
    expect((await register('old')).status).toBe(200)
    await waitUntil('the phone is there', () => events.includes('1001@a.test AUTHENTICATED'))
    await asterisk.kill()
    for (const attempt of [
      () => pbx.put(newAccount),
      () => pbx.put(another),
      () => pbx.remove(address),
      () => pbx.registration(address),
      () => pbx.ping(),
    ]) {
      await expect(attempt()).rejects.toThrow(new PbxFailure('Asterisk does not respond.'))
    }
    expect(await rows()).toEqual(oldRows)
    await waitUntil('the phone is gone', () => events.includes('1001@a.test UNAUTHENTICATED'))

    events.length = 0
    await asterisk.start()
    await pbx.ping()
    expect((await register('old')).status).toBe(200)
    await waitUntil('events come again', () => events.includes('1001@a.test AUTHENTICATED'))
    await pbx.put(newAccount)
    expect((await pbx.registration(address)).state).toBe('UNAUTHENTICATED')
    expect((await register('new')).status).toBe(200)
  })

  it.each([
    ['the end of a registration', /^DELETE .*contact/],
    ['the list of calls', /^GET \/ari\/channels$/],
  ])('puts the row back when a request gets lost: %s', async (_, pattern) => {
    const disturbed = await startDisturbedAri(asterisk.url)
    const { pbx } = await startDriver({ ...asterisk, url: disturbed.url })
    try {
      expect((await register('old')).status).toBe(200)
      disturbed.lose(pattern)
      await expect(pbx.put(newAccount)).rejects.toThrow(PbxFailure)
      await expect(pbx.remove(address)).rejects.toThrow(PbxFailure)
      expect(await rows()).toEqual(oldRows)
      expect((await register('new')).outcome).toBe('refused')
      expect((await register('old')).outcome).toBe('accepted')
      disturbed.lose(undefined)
      await pbx.put(newAccount)
      expect((await pbx.registration(address)).state).toBe('UNAUTHENTICATED')
    } finally {
      await pbx.stop()
      await disturbed.stop()
    }
  })

  it('fails without its table, and works again with it', async () => {
    const run = (statement: string) => onAsteriskDatabase(asterisk.directDatabaseUrl, statement)
    await run('alter table phones rename to elsewhere')
    if (engine === 'PostgreSQL') {
      // Views follow a table that is renamed.
      expect((await register('old')).status).toBe(200)
    }
    await expect(driver.pbx.put(another)).rejects.toThrow(databaseFailure)
    await expect(driver.pbx.remove(address)).rejects.toThrow(databaseFailure)
    await expect(driver.pbx.ping()).rejects.toThrow(databaseFailure)
    await run('alter table elsewhere rename to phones')
    expect(await rows()).toEqual(oldRows)
    expect((await register('old')).status).toBe(200)
    await driver.pbx.put(another)
  })

  it.runIf(engine === 'SQLite')('fails in a bounded time while the file is locked or away', async () => {
    const path = asterisk.directDatabaseUrl.slice('sqlite:'.length)
    const lock = new LibsqlDatabase(path)
    lock.exec('begin exclusive')
    await expect(driver.pbx.put(newAccount)).rejects.toThrow(PbxFailure)
    // Phones only read, which the lock does not prevent.
    expect((await register('old')).status).toBe(200)
    lock.exec('rollback')
    lock.close()
    // Without a file, none is created.
    renameSync(path, `${path}.elsewhere`)
    await expect(driver.pbx.put(newAccount)).rejects.toThrow(PbxFailure)
    expect(existsSync(path)).toBe(false)
    renameSync(`${path}.elsewhere`, path)
    expect(await rows()).toEqual(oldRows)
    await driver.pbx.put(newAccount)
    expect(await rows()).toEqual([`1001@a.test ${newAccount.ha1}`])
  })
})
