import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../../src/platform/logging/log.ts'
import { defaultAsteriskParameters } from '../../../src/telephony/phones/pbx/asterisk/config/asterisk-parameters.ts'
import { preparePhoneDatabase } from '../../../src/telephony/phones/pbx/asterisk/config/prepare-phone-database.ts'
import { renderAsteriskFiles } from '../../../src/telephony/phones/pbx/asterisk/config/render-asterisk-files.ts'
import {
  createRecordingFolder,
  writeAsteriskConfiguration,
} from '../../../src/telephony/phones/pbx/asterisk/config/write-asterisk-configuration.ts'
import { openPhoneStore } from '../../../src/telephony/phones/pbx/asterisk/phones/open-phone-store.ts'
import { phoneRow } from '../../../src/telephony/phones/pbx/asterisk/phones/phone-columns.ts'
import { accountOf } from '../../harness/asterisk/asterisk-driver.ts'
import { phoneRows } from '../../harness/asterisk/phone-rows.ts'
import { engines, makePlace } from '../../harness/engines.ts'

const folder = mkdtempSync(join(tmpdir(), 'switchboard-asterisk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const sqlite = {
  ...defaultAsteriskParameters,
  password: 'a-password-of-sixteen',
  databaseUrl: 'sqlite:/var/lib/switchboard/asterisk.db',
}
const postgres = { ...sqlite, databaseUrl: 'postgres://asterisk:s3cret@127.0.0.1:5432/asterisk' }

describe('the configuration of Asterisk', () => {
  it('comes with the folder of recordings, for the account of the folder around it, or says how to create it', () => {
    const spool = mkdtempSync(join(folder, 'spool-'))
    expect(createRecordingFolder({ directories: { astspooldir: spool } })).toBeUndefined()
    const { uid, mode } = statSync(join(spool, 'recording'))
    expect([uid, mode & 0o777]).toEqual([statSync(spool).uid, 0o750])
    expect(createRecordingFolder({ directories: { astspooldir: spool } })).toBeUndefined()
    const elsewhere = join(folder, 'on-another-machine')
    expect(createRecordingFolder({ directories: { astspooldir: elsewhere } })).toContain(
      `install -d -o asterisk -g asterisk ${join(elsewhere, 'recording')}`,
    )
  })

  it('can be read only by its owner, since there are passwords in it', () => {
    const main = writeAsteriskConfiguration(join(folder, 'written'), postgres)
    expect(main).toBe(join(folder, 'written/asterisk.conf'))
    for (const name of ['asterisk.conf', 'ari.conf', 'res_pgsql.conf', 'pjsip.conf']) {
      expect(statSync(join(folder, 'written', name)).mode & 0o777).toBe(0o600)
    }
    expect(readFileSync(join(folder, 'written/res_pgsql.conf'), 'utf8')).toContain('dbpass = s3cret')
    // Written again, it replaces what was there.
    writeAsteriskConfiguration(join(folder, 'written'), { ...postgres, password: 'another-password-of-it' })
    expect(readFileSync(join(folder, 'written/ari.conf'), 'utf8')).toContain('another-password-of-it')
  })

  it('takes nothing into its text that could mean something else there', () => {
    const wrong = [
      [{ sip: { host: '127.0.0.1;', port: 5060 } }, 'sip.host must be an IP address'],
      [{ http: { host: 'localhost', port: 8088 } }, 'http.host must be an IP address'],
      [{ http: { host: '127.0.0.1', port: 70_000 } }, 'http.port must be a whole number'],
      [{ rtp: { from: 10_000, to: 10_001 } }, 'rtp must have at least four ports'],
      [{ nat: { external: 'sip.example.com', localNets: [], ownAddresses: [] } }, 'must be an IP address'],
      ...['10.0.0.0', '10.0.0.0/33', '10.0.0.0/8/8', 'lan/8', '10.0.0.0/8\n'].map(
        (net) =>
          [
            { nat: { external: '203.0.113.10', localNets: [net], ownAddresses: [] } },
            'A local network must be given as',
          ] as const,
      ),
      [{ user: 'a]\n[b' }, 'user must be'],
      [{ password: 'short' }, 'password must be'],
      [{ password: 'long-enough-but;with-more' }, 'password must be'],
      [{ directories: { astdbdir: '/a\nb' } }, 'cannot read this path'],
      [
        { sipTls: { port: 5061, webSocketPort: undefined, certFile: 'relative.pem', keyFile: '/key.pem' } },
        'cannot read this path',
      ],
      [{ databaseUrl: 'mysql://localhost/asterisk' }, 'must be given as postgres://'],
      [{ databaseUrl: 'sqlite:relative.db' }, 'sqlite:/absolute/path.db'],
      [{ databaseUrl: 'sqlite:/a"b.db' }, 'cannot read'],
      [{ databaseUrl: 'postgres://asterisk:a%3Bb@127.0.0.1/asterisk' }, 'cannot read'],
    ] as const
    for (const [change, message] of wrong) {
      expect(() => renderAsteriskFiles('/etc/asterisk', { ...sqlite, ...change })).toThrow(message)
    }
  })
})

describe.each(engines)('the database of Asterisk on %s', (engine) => {
  it('is prepared once, and keeps its phones the next time', async () => {
    const place = await makePlace(engine)
    try {
      const databaseUrl = place.databaseUrl ?? `sqlite:${join(place.dataDir, 'new/asterisk.db')}`
      await preparePhoneDatabase(databaseUrl)
      const store = openPhoneStore(databaseUrl, createLogger('silent'))
      const account = accountOf(1001, 'a.test', 'the-secret-itself')
      await store.put(phoneRow(account, 0))
      await preparePhoneDatabase(databaseUrl)
      const rows = await phoneRows(databaseUrl)
      expect(rows).toMatchObject([{ id: '1001@a.test', ha1: account.ha1 }])
      expect(JSON.stringify(rows)).not.toContain('the-secret-itself')
      await store.close()
    } finally {
      await place.remove()
    }
  })
})
