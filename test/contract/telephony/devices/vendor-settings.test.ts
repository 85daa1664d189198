import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readXml, type XmlElement } from '../../../harness/read-xml.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

/**
 * The names of all settings that phones get, against what is published about them. A phone says nothing about a name
 * that it does not know. Numbers of accounts and keys are `X`.
 */
describe('the settings of phones have the names of their vendors', () => {
  let world: TelephonyWorld
  let macs = 0
  beforeAll(async () => {
    world = await startTelephonyWorld('SQLite', { SIP_PROXY: 'sip.example.com:5060' })
  })
  afterAll(() => world.stop())

  /** The settings of a phone with two accounts and a busy lamp, in a country with summer time. */
  async function settingsOf(vendor: string, index = 0): Promise<string> {
    macs += 1
    const more = { extensions: [1002, 1003], lamps: [1001], time_zone: 'Europe/Berlin', language: 'de' }
    const device = { vendor, label: vendor, mac: `00041300000${macs}`, ...more }
    const path = `/instances/${world.acmePbx}/devices`
    const made = await world.ada.post(path, device)
    expect(made.status).toBe(201)
    const { url, files } = (await world.ada.get(`${path}/${made.body.id}/address`)).body
    const file = await world.app.inject({ url: `${new URL(url).pathname}${files[index]}` })
    expect(file.statusCode).toBe(200)
    return file.body
  }

  it('Yealink', async () => {
    const lines = (await settingsOf('yealink')).split('\n').slice(1, -1)
    const names = lines.map((line) => line.split(' = ')[0]!)
    // As in configuration templates of firmware 83 and 84 that servers publish: the guides were not to be had.
    const account = `enable label display_name user_name auth_name password sip_server.X.address sip_server.X.port
      sip_server.X.transport_type sip_server.X.expires outbound_proxy_enable outbound_proxy.X.address
      outbound_proxy.X.port srtp_encryption subscribe_mwi`
    expect(unnumbered(names)).toEqual(
      sorted([
        ...words(account).map((name) => `account.X.${name}`),
        ...words('type line value label').map((name) => `linekey.X.${name}`),
        ...words(`voice_mail.number.X features.pickup.direct_pickup_enable features.pickup.direct_pickup_code lang.gui
          local_time.ntp_server1 local_time.time_zone local_time.summer_time local_time.dst_time_type
          local_time.start_time local_time.end_time local_time.offset_time remote_phonebook.data.X.name
          remote_phonebook.data.X.url static.auto_provision.server.url static.auto_provision.repeat.enable
          static.auto_provision.repeat.minutes`),
      ]),
    )
  })

  it('Snom', async () => {
    const [settings, keys, book] = readXml(await settingsOf('snom')).children as [
      XmlElement,
      XmlElement,
      XmlElement,
    ]
    // service.snom.com: "Desk Phone Configuration Files", and the pages "dst" and "Function Key Types".
    expect([settings.name, keys.name, book.name]).toEqual(['phone-settings', 'functionKeys', 'tbook'])
    expect(sorted(new Set(settings.children.map(({ name }) => name)))).toEqual(
      sorted(
        words(`user_active user_realname user_idle_text user_name user_pname user_pass user_host user_outbound
          user_expiry user_srtp user_savp user_mailbox language ntp_server timezone utc_offset dst setting_server
          settings_refresh_timer`),
      ),
    )
    const values = Object.fromEntries(settings.children.map(({ name, text }) => [name, text]))
    expect(values).toMatchObject({
      // With a time zone, the phone would compute the other two from it.
      timezone: '',
      utc_offset: '3600',
      dst: '3600 03.05.07 02:00:00 10.05.07 03:00:00',
      language: 'Deutsch',
    })
    expect(keys.children.map(({ name, attributes }) => [name, Object.keys(attributes)])).toEqual(
      Array(3).fill(['fkey', ['idx', 'context', 'label', 'perm']]),
    )
    expect(keys.children.map(({ text }) => text.split(' ')[0])).toEqual(['line', 'line', 'blf'])
  })

  it('Grandstream', async () => {
    const [, config] = readXml(await settingsOf('grandstream')).children as [XmlElement, XmlElement]
    const values = new Map(config.children.map(({ name, text }) => [Number(name.slice(1)), text]))
    // "Configuration Template for GXP1782/1780/1760, Firmware Version 1.0.1.133", by section; the phone book is in that
    // of GXP21XX.
    const sections = {
      account1: [271, 270, 47, 48, 35, 36, 34, 3, 33, 31, 32, 130, 2329, 99, 1347, 183],
      account2: [401, 417, 402, 403, 404, 405, 406, 407, 426, 410, 412, 448, 2429, 415, 443],
      dateAndTime: [30, 144, 64, 143, 246],
      fixedKeys: [1363, 1364, 1465, 1466, 1365, 1366, 1467, 1468, 1367, 1368, 1469, 1470],
      provisioning: [194, 193, 212, 237],
      language: [1362],
      phoneBook: [330, 331, 332],
    }
    const byNumber = (one: number, other: number) => one - other
    expect([...values.keys()].sort(byNumber)).toEqual(Object.values(sections).flat().sort(byNumber))
    const within = (number: number, least: number, most: number) => {
      expect(Number(values.get(number))).toBeGreaterThanOrEqual(least)
      expect(Number(values.get(number))).toBeLessThanOrEqual(most)
    }
    within(193, 60, 86_400)
    within(332, 5, 720)
    within(32, 1, 64_800)
    expect([64, 1362, 1363, 1367].map((number) => values.get(number))).toEqual(['customize', 'de', '0', '11'])
  })

  it('Polycom', async () => {
    const attributes = readXml(await settingsOf('polycom', 1)).children.flatMap((one) =>
      Object.keys(one.attributes),
    )
    // "Polycom CX5500 Unified Conference Station Administrator's Guide 1.1.0" (pages 81 and 293), and configurations of
    // UC Software that servers publish. The guide has SRTP for the whole phone (page 186: sec.srtp.require).
    const registration = `address label displayName auth.userId auth.password server.X.address server.X.port
      server.X.transport server.X.expires outboundProxy.address outboundProxy.port outboundProxy.transport srtp.enable
      srtp.offer srtp.require`
    const change = words('month date time dayOfWeek dayOfWeek.lastInMonth')
    const clock = `address address.overrideDHCP gmtOffset gmtOffset.overrideDHCP daylightSavings.enable
      daylightSavings.fixedDayEnable`
    expect(unnumbered(attributes)).toEqual(
      sorted([
        ...words(registration).map((name) => `reg.X.${name}`),
        ...words('subscribe callBackMode callBack').map((name) => `msg.mwi.X.${name}`),
        'attendant.reg',
        ...words('address label type').map((name) => `attendant.resourceList.X.${name}`),
        ...words(
          'call.directedCallPickupMethod call.directedCallPickupString lcl.ml.lang dir.local.readonly',
        ),
        ...words(clock).map((name) => `tcpIpApp.sntp.${name}`),
        ...change.map((name) => `tcpIpApp.sntp.daylightSavings.start.${name}`),
        ...change.map((name) => `tcpIpApp.sntp.daylightSavings.stop.${name}`),
        ...words('enabled mode period').map((name) => `prov.polling.${name}`),
      ]),
    )
  })
})

const words = (text: string) => text.split(/\s+/)
const sorted = (names: Iterable<string>) => [...names].sort()
const unnumbered = (names: readonly string[]) =>
  sorted(new Set(names.map((name) => name.replace(/\.\d+(?=\.|$)/g, '.X'))))
