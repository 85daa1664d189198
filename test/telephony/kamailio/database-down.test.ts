import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DisturbedTcp, startDisturbedTcp } from '../../harness/kamailio/disturbed-tcp.ts'
import { missingPrograms } from '../../harness/kamailio/missing-programs.ts'
import { type RunningKamailio, startKamailio } from '../../harness/kamailio/start-kamailio.ts'
import { subscriberRows } from '../../harness/kamailio/subscriber-rows.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('kamailio')

describe.skipIf(missing)(`the database of Kamailio down, as the API tells it${missing}`, () => {
  let way: DisturbedTcp
  let kamailio: RunningKamailio
  let world: TelephonyWorld
  beforeAll(async () => {
    kamailio = await startKamailio('PostgreSQL', {
      async detour(databaseUrl) {
        const url = new URL(databaseUrl)
        way = await startDisturbedTcp(Number(url.port))
        url.port = String(way.port)
        return url.href
      },
    })
    world = await startTelephonyWorld('PostgreSQL', {
      KAMAILIO_DATABASE_URL: kamailio.databaseUrl,
      KAMAILIO_RPC_URL: kamailio.rpcUrl,
      KAMAILIO_EVENTS: kamailio.eventsAddress,
    })
  })
  afterAll(async () => {
    await world?.stop()
    await kamailio?.stop()
    await way?.stop()
  })

  it('gives 502 and changes nothing on either side; back up, it works again', async () => {
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    const shown = async () => (await world.ada.get(list)).body
    const [before, rows] = [await shown(), await subscriberRows(kamailio.directDatabaseUrl)]
    const one = `${list}/${before[0]._id}`
    way.cut()
    const attempts = [
      await world.ada.post(list, { data: { id: 2001, name: 'Nobody' } }),
      await world.ada.patch(one, { data: { secret: 'never-to-be-the-secret' } }),
      await world.ada.delete(one),
    ]
    expect(attempts.map(({ status }) => status)).toEqual([502, 502, 502])
    way.mend()
    expect(await shown()).toEqual(before)
    expect(await subscriberRows(kamailio.directDatabaseUrl)).toEqual(rows)
    expect((await world.ada.post(list, { data: { id: 2001, name: 'Somebody' } })).status).toBe(201)
    expect((await world.ada.delete(one)).status).toBe(200)
    expect(await subscriberRows(kamailio.directDatabaseUrl)).toHaveLength(rows.length)
  })
})
