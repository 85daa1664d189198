import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { checkKamailioConfiguration } from '../../../src/telephony/phones/pbx/kamailio/check-kamailio-configuration.ts'
import { renderKamailioConfiguration } from '../../../src/telephony/phones/pbx/kamailio/kamailio-configuration.ts'
import { defaultKamailioParameters } from '../../../src/telephony/phones/pbx/kamailio/kamailio-parameters.ts'
import { prepareKamailioDatabase } from '../../../src/telephony/phones/pbx/kamailio/prepare-kamailio-database.ts'
import { writeKamailioConfiguration } from '../../../src/telephony/phones/pbx/kamailio/write-kamailio-configuration.ts'
import { engines, makePlace } from '../../harness/engines.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { onKamailioDatabase, subscriberRows } from '../../harness/kamailio/subscriber-rows.ts'

const missing = missingPrograms('kamailio')
const folder = mkdtempSync(join(tmpdir(), 'switchboard-kamailio-'))
const sqlite = { ...defaultKamailioParameters, databaseUrl: 'sqlite:/var/lib/kamailio/kamailio.db' }
const postgres = {
  ...defaultKamailioParameters,
  databaseUrl: 'postgres://kamailio:s3cret@127.0.0.1:5432/kamailio',
}
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(missing)(`the configuration of Kamailio, as Kamailio sees it${missing}`, () => {
  it.each([sqlite, postgres, { ...sqlite, sip: { host: '::1', port: 5060 } }])(
    'is right for %o',
    async (parameters) => {
      const path = writeKamailioConfiguration(join(folder, 'right'), parameters)
      expect(await checkKamailioConfiguration(path)).toEqual([])
    },
  )

  it('is refused in words when it is wrong', async () => {
    const path = join(folder, 'wrong.cfg')
    writeFileSync(path, renderKamailioConfiguration(sqlite).replace('route(REGISTER)', 'route(NOWHERE'))
    const complaints = await checkKamailioConfiguration(path)
    expect(complaints.join('\n')).toMatch(/parse error in config file .*wrong\.cfg, line \d+/)
  })
})

describe('the configuration of Kamailio', () => {
  it('is written with a description, and only its owner can read the password in it', () => {
    const path = writeKamailioConfiguration(join(folder, 'written'), postgres)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).toContain('"postgres://kamailio:s3cret@127.0.0.1:5432/kamailio"')
    const description = readFileSync(join(folder, 'written/README.md'), 'utf8')
    expect(description).toContain(`kamailio -DD -E -f ${path}`)
    expect(description).not.toContain('s3cret')
  })

  it('takes nothing into its text that could mean something else there', () => {
    const wrong = [
      [{ sip: { host: '127.0.0.1"', port: 5060 } }, 'sip.host must be an IP address'],
      [{ sip: { host: '0.0.0.0', port: 5060 } }, 'sip.host must be one address'],
      [{ rpc: { host: '127.0.0.1', port: 70_000 } }, 'rpc.port must be a whole number'],
      [{ managementAddress: 'localhost' }, 'managementAddress must be an IP address'],
      [{ shortestRegistrationSeconds: 0 }, 'shortestRegistrationSeconds must be'],
      [{ databaseUrl: 'mysql://localhost/kamailio' }, 'must be given as postgres://'],
      [{ databaseUrl: 'sqlite:relative.db' }, 'sqlite:/absolute/path.db'],
      [{ databaseUrl: 'sqlite:/a"b.db' }, 'cannot read'],
      [{ databaseUrl: 'postgres://kamailio:a%40b@127.0.0.1/kamailio' }, 'cannot read'],
    ] as const
    for (const [change, message] of wrong) {
      expect(() => renderKamailioConfiguration({ ...sqlite, ...change })).toThrow(message)
    }
  })
})

describe.each(engines)('the database of Kamailio on %s', (engine) => {
  it('is prepared once, and left alone the next time', async () => {
    const place = await makePlace(engine)
    try {
      const databaseUrl = place.databaseUrl ?? `sqlite:${join(place.dataDir, 'new/kamailio.db')}`
      await prepareKamailioDatabase(databaseUrl)
      await onKamailioDatabase(
        databaseUrl,
        `insert into subscriber (username, domain, ha1) values ('1', 'a', 'b')`,
      )
      await prepareKamailioDatabase(databaseUrl)
      expect(await subscriberRows(databaseUrl)).toEqual([
        { username: '1', domain: 'a', password: '', ha1: 'b' },
      ])
      expect(await onKamailioDatabase(databaseUrl, 'select table_name, table_version from version')).toEqual([
        { table_name: 'subscriber', table_version: 7 },
      ])
    } finally {
      await place.remove()
    }
  })
})
