import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FaxLineFailure, type OutboundFax } from '../../../../src/telephony/fax/faxes/fax-line.ts'
import { makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { ACME_FAX, eventually, GLOBEX_FAX, postFax, untilStatus } from '../../../harness/fax-world.ts'
import { entriesOf } from '../../../harness/outbox-entries.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.skipIf(missingDocumentPrograms)(`when the line has trouble${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    let handedOver: OutboundFax[]
    /** How often the line fails from now on, and how. */
    let failures: Error[]
    beforeAll(async () => {
      world = await startTelephonyWorld(engine, { LOG_LEVEL: 'silent' })
      const { faxLine } = world.telephony
      const send = faxLine.send.bind(faxLine)
      faxLine.send = async (fax) => {
        handedOver.push(fax)
        const failure = failures.shift()
        if (failure) throw failure
        await send(fax)
      }
    })
    afterAll(() => world.stop())
    beforeEach(() => {
      handedOver = []
      failures = []
    })

    const busy = () => new FaxLineFailure('All lines are busy', true)
    const waiting = (id: string) =>
      eventually('it waits for the next time', async () => {
        const { body } = await world.ada.get(`/fax/messages/${id}`)
        return body.error === 'All lines are busy' && body.status === 'media.processed' && body
      })

    it('it is tried again later, and later again, as the same fax', async () => {
      failures = [busy(), busy()]
      const { body } = await postFax(world.ada, makePdf())
      await waiting(body.id)
      expect(handedOver).toHaveLength(1)
      world.clock.advance(16)
      await eventually('the second time', async () => handedOver.length === 2)
      await waiting(body.id)
      world.clock.advance(16)
      expect(handedOver).toHaveLength(2)
      world.clock.advance(45)
      const delivered = await untilStatus(world.ada, body.id, 'delivered')
      expect(delivered.error).toBeNull()
      expect(handedOver.map(({ id }) => id)).toEqual([body.id, body.id, body.id])
      expect(handedOver[0]).toMatchObject({ from: ACME_FAX, fromName: 'Acme', to: GLOBEX_FAX, pages: 1 })
      expect((await world.hank.get('/fax/messages')).body).toHaveLength(1)
    })

    it('after seven times it has failed', async () => {
      failures = Array.from({ length: 20 }, busy)
      const { body } = await postFax(world.ada, makePdf())
      for (let times = 1; times <= 6; times += 1) {
        await eventually(`time ${times}`, async () => handedOver.length === times)
        await waiting(body.id)
        world.clock.advance(7_300)
      }
      const failed = await untilStatus(world.ada, body.id, 'failed')
      expect(failed.error).toBe('All lines are busy')
      expect(handedOver).toHaveLength(7)
      const rows = await world.telephony.database.read.selectFrom('fax_messages').selectAll().execute()
      expect(rows.find(({ id }) => id === body.id)).toMatchObject({ attempts: 7 })
      expect(await entriesOf(world.telephony.database, 'fax')).toEqual([])
    })

    it('what the line refuses for good has failed at once', async () => {
      failures = [new FaxLineFailure('This number must not be called', false)]
      const { body } = await postFax(world.ada, makePdf())
      expect((await untilStatus(world.ada, body.id, 'failed')).error).toBe('This number must not be called')
      expect(handedOver).toHaveLength(1)
    })

    it('a mistake of the server is not explained to clients', async () => {
      failures = [new Error('secret detail')]
      const { body } = await postFax(world.ada, makePdf())
      await eventually('it waits', async () => {
        const fax = (await world.ada.get(`/fax/messages/${body.id}`)).body
        return fax.error === 'The server failed'
      })
      world.clock.advance(16)
      await untilStatus(world.ada, body.id, 'delivered')
    })

    it('a line that never tells how it went is asked again', async () => {
      const { faxLine } = world.telephony
      const send = faxLine.send
      faxLine.send = async (fax) => void handedOver.push(fax)
      const { body } = await postFax(world.ada, makePdf())
      await untilStatus(world.ada, body.id, 'sending')
      faxLine.send = send
      world.clock.advance(3_800)
      await untilStatus(world.ada, body.id, 'delivered')
    })

    it('a fax that was deleted meanwhile is not sent', async () => {
      failures = [busy()]
      const { body } = await postFax(world.ada, makePdf())
      await waiting(body.id)
      expect((await world.ada.delete(`/fax/messages/${body.id}`)).status).toBe(200)
      world.clock.advance(20)
      const other = await postFax(world.ada, makePdf())
      await untilStatus(world.ada, other.body.id, 'delivered')
      expect(handedOver.map(({ id }) => id)).toEqual([body.id, other.body.id])
    })
  })
})
