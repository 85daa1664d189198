import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BaresipPhone, startBaresip } from '../../harness/kamailio/baresip-phone.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { type RunningKamailio, startKamailio } from '../../harness/kamailio/start-kamailio.ts'
import { waitUntil } from '../../harness/kamailio/wait-until.ts'
import type { TelephonyClient } from '../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('kamailio', 'baresip')

describe.skipIf(missing)(`calls as the API tells them${missing}`, () => {
  let kamailio: RunningKamailio
  let world: TelephonyWorld
  const phones: BaresipPhone[] = []
  beforeAll(async () => {
    kamailio = await startKamailio('SQLite')
    world = await startTelephonyWorld('SQLite', {
      KAMAILIO_DATABASE_URL: kamailio.databaseUrl,
      KAMAILIO_RPC_URL: kamailio.rpcUrl,
      KAMAILIO_EVENTS: kamailio.eventsAddress,
      SIP_PROXY: `127.0.0.1:${kamailio.sipPort}`,
    })
  })
  afterAll(async () => {
    for (const phone of phones) await phone.stop()
    await world?.stop()
    await kamailio?.stop()
  })

  /** A softphone with what its user finds under "provisioning". */
  async function startPhone(client: TelephonyClient, number: number): Promise<BaresipPhone> {
    const { body } = await client.get(`/instances/${world.acmePbx}/extensions`, { search: number })
    const path = `/instances/${world.acmePbx}/extensions/${body[0]._id}/provisioning`
    const { username, password, domain, outbound_proxy: proxy } = (await client.get(path)).body
    const phone = await startBaresip({
      sipPort: Number(proxy.split(':')[1]),
      number: Number(username),
      domain,
      secret: password,
    })
    phones.push(phone)
    return phone
  }

  const subscribers = async () => {
    const { body } = await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`)
    return Object.fromEntries(
      body.map((one: { data: { id: number }; subscriber: { state: string; call_status: string } }) => [
        one.data.id,
        `${one.subscriber.state} ${one.subscriber.call_status}`,
      ]),
    )
  }
  const bothAre = (text: string) =>
    waitUntil(`both are ${text}`, async () => {
      const now = await subscribers()
      return now[1001] === text && now[1002] === text
    })

  it('Ada calls Ben: both ring, both talk, both are free again', async () => {
    const ada = await startPhone(world.ada, 1001)
    const ben = await startPhone(world.ben, 1002)
    await bothAre('AUTHENTICATED idle')
    const [{ internal_domain: domain }] = (await world.ada.get('/instances')).body
    ada.command('dial', `sip:1002@${domain}`)
    await bothAre('AUTHENTICATED ringing')
    await waitUntil("Ben's phone rings", () => ben.events.includes('CALL_INCOMING'))
    ben.command('accept')
    await bothAre('AUTHENTICATED in_call')
    await waitUntil('sound arrives', () => ada.events.includes('CALL_RTPESTAB'))
    ada.command('hangup')
    await bothAre('AUTHENTICATED idle')
    expect((await subscribers())[1003]).toBe('UNAUTHENTICATED idle')
  })
})
