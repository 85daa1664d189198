import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import {
  ACME_FAX,
  eventually,
  GLOBEX_FAX,
  postFax,
  untilStatus,
  watchCompany,
} from '../../../harness/fax-world.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.skipIf(missingDocumentPrograms)(`reading faxes${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    /** two that Acme has sent, and one that came in */
    let offer: string
    let bill: string
    let answer: string
    beforeAll(async () => {
      world = await startTelephonyWorld(engine)
      const send = async (client: TelephonyClient, fields: Record<string, string>) => {
        const { body } = await postFax(client, makePdf(), fields)
        await untilStatus(client, body.id, 'delivered')
        return body.id as string
      }
      offer = await send(world.ada, { to: GLOBEX_FAX, subject: 'Our 100% OFFER' })
      bill = await send(world.ben, { to: GLOBEX_FAX, subject: 'The bill', to_name: 'Accounting' })
      await send(world.hank, { to: ACME_FAX })
      answer = await eventually('the answer is there', async () => {
        const { body } = await world.ada.get('/fax/messages', { direction: 'inbound' })
        return body[0]?.id
      })
    })
    afterAll(() => world.stop())

    const list = async (query: Record<string, string | number>, client = world.ben) => {
      const { status, body } = await client.get('/fax/messages', query)
      expect(status).toBe(200)
      return body.map(({ id }: { id: string }) => id)
    }

    it('every user of the company sees all of them, newest first; other companies none', async () => {
      expect(await list({})).toEqual([answer, bill, offer])
      expect(await list({}, world.ada)).toEqual([answer, bill, offer])
      const globex = await list({}, world.hank)
      for (const id of [answer, bill, offer]) expect(globex).not.toContain(id)
    })

    it('filters by direction, by what is read, and by words', async () => {
      expect(await list({ direction: 'outbound' })).toEqual([bill, offer])
      expect(await list({ direction: 'inbound' })).toEqual([answer])
      expect(await list({ is_read: 'false' })).toEqual([answer])
      expect(await list({ is_read: 'true' })).toEqual([bill, offer])
      expect(await list({ status: 'delivered' })).toEqual([bill, offer])
      expect(await list({ status: 'failed' })).toEqual([])
      expect(await list({ search: 'offer' })).toEqual([offer])
      expect(await list({ search: 'ACCOUNT' })).toEqual([bill])
      expect(await list({ search: 'globex' })).toEqual([answer])
      expect(await list({ search: '0% o' })).toEqual([offer])
      expect(await list({ search: '%' })).toEqual([offer])
      expect(await list({ search: 'offer', direction: 'inbound' })).toEqual([])
      for (const query of [{ direction: 'up' }, { is_read: 'maybe' }, { color: 'red' }]) {
        expect((await world.ben.get('/fax/messages', query as never)).status).toBe(400)
      }
    })

    it('the list comes in pages, and says how many', async () => {
      const { body, headers } = await world.ben.get('/fax/messages', { page: 2, page_size: 2 })
      expect(body.map(({ id }: { id: string }) => id)).toEqual([offer])
      expect(headers).toMatchObject({ 'x-pagination-total-count': '3', 'x-pagination-page-count': '2' })
    })

    it('any user marks it as read, for the whole company; once is one event', async () => {
      const news = await watchCompany(world, 'acme')
      const before = (await world.ben.get(`/fax/messages/${answer}`)).body
      // As clients do: the whole object back.
      const { status, body } = await world.ben.patch(`/fax/messages/${answer}`, { ...before, is_read: true })
      expect({ status, body }).toEqual({ status: 200, body: { ...before, is_read: true } })
      expect((await world.ada.patch(`/fax/messages/${answer}`, { is_read: true })).body).toEqual(body)
      expect((await world.ada.get(`/fax/messages/${answer}`)).body).toEqual(body)
      expect((await news()).map(({ type, audience, payload }) => ({ type, audience, payload }))).toEqual([
        { type: 'fax.message.updated', audience: { to: 'company' }, payload: body },
      ])
      expect((await world.ada.patch(`/fax/messages/${answer}`, { is_read: false })).body.is_read).toBe(false)
    })

    it.each([
      [{ is_read: 'yes' }, '/is_read'],
      [{ subject: 'Another' }, '/subject'],
      [{ direction: 'inbound', to: '1' }, '/to'],
      [{ color: 'red' }, '/color'],
    ])('%j cannot be changed', async (input, pointer) => {
      const { status, body } = await world.ada.patch(`/fax/messages/${answer}`, input)
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe(pointer)
    })

    it('its document is for every user of the company, as a file too', async () => {
      const { file } = (await world.ada.get(`/fax/messages/${offer}`)).body
      expect((await world.ben.get(`/fax/messages/${offer}/file`)).status).toBe(200)
      expect((await world.ben.get(`/files/${file.id}`)).status).toBe(200)
      expect((await world.ben.get(`/files/${file.id}/download`)).status).toBe(200)
      expect((await world.ben.delete(`/files/${file.id}`)).status).toBe(403)
      expect((await world.hank.get(`/files/${file.id}`)).status).toBe(404)
    })

    const tries: [string, (client: TelephonyClient) => ReturnType<TelephonyClient['get']>][] = [
      ['GET', (client) => client.get(`/fax/messages/${offer}`)],
      ['GET file', (client) => client.get(`/fax/messages/${offer}/file`)],
      ['PATCH', (client) => client.patch(`/fax/messages/${offer}`, { is_read: 'wrong' })],
      ['DELETE', (client) => client.delete(`/fax/messages/${offer}`)],
    ]
    it.each(tries)('%s: another company finds nothing, a stranger is not let in', async (_name, call) => {
      expect((await call(world.hank)).status).toBe(404)
      expect((await call(world.stranger)).status).toBe(401)
    })

    it('only the owner can delete a fax', async () => {
      expect((await world.ben.delete(`/fax/messages/${bill}`)).status).toBe(403)
      expect((await world.ben.get(`/fax/messages/${bill}`)).status).toBe(200)
      expect((await world.ada.delete(`/fax/messages/${bill}`)).status).toBe(200)
      expect(await list({})).toEqual([answer, offer])
    })
  })
})
