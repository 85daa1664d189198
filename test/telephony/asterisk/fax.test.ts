import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type FaxMachine,
  machineAccount,
  machineNumbers,
  startFaxMachine,
} from '../../harness/asterisk/fax-machine.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { bitmapsOf, makeFaxTiff, makePdf, missingDocumentPrograms } from '../../harness/documents.ts'
import { ACME_FAX, GLOBEX_FAX, postFax } from '../../harness/fax-world.ts'
import { freePort } from '../../harness/free-port.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import type { TelephonyClient } from '../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk') || missingDocumentPrograms
/** A page takes some twenty seconds, more on a busy machine. */
const ON_THE_LINE = { timeout: 120_000, interval: 200 }

describe.skipIf(missing)(`faxes through Asterisk${missing}`, () => {
  describe.each([
    { mode: 'T38', t38: true, kind: 'ip' },
    // The provider asks for the password again when T.38 is tried.
    { mode: 'audio', t38: false, kind: 'registration' },
  ])('to a machine that takes $mode, over a trunk by $kind', ({ mode, t38, kind }) => {
    let asterisk: RunningAsterisk
    let machine: FaxMachine
    let world: TelephonyWorld
    beforeAll(async () => {
      asterisk = await startAsterisk('SQLite')
      machine = await startFaxMachine(asterisk.sipPort, { t38, registrar: kind === 'registration' })
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      world = await startTelephonyWorld('SQLite', { ...asterisk.settings, ASTERISK_FETCH_URL: `${url}/` })
      await world.app.listen({ host: '127.0.0.1', port })
      const account = kind === 'registration' ? machineAccount : {}
      const trunk = { name: 'Provider', kind, host: '127.0.0.1', port: machine.port, ...account }
      expect((await world.ada.post('/trunks', trunk)).status).toBe(201)
      if (kind === 'registration') {
        const state = async () => (await world.ada.get('/trunks')).body[0].state
        await waitUntil('the trunk is registered', async () => (await state()) === 'registered')
      }
    })
    afterAll(async () => {
      await world?.stop()
      await machine?.stop()
      await asterisk?.stop()
    })

    const show = async (client: TelephonyClient, id: string) =>
      (await client.get(`/fax/messages/${id}`)).body as { status: string; error: string | null }
    const send = async (to: string, pages = 1) =>
      (await postFax(world.ada, makePdf(pages), { to })).body.id as string
    const becomes = (id: string, expected: object) =>
      expect.poll(() => show(world.ada, id), ON_THE_LINE).toMatchObject(expected)
    const attempts = async (id: string) => {
      const faxes = world.telephony.database.read.selectFrom('fax_messages')
      return (await faxes.select('attempts').where('id', '=', id).executeTakeFirstOrThrow()).attempts
    }
    const left = () => readdirSync(asterisk.recordings)

    it('two faxes at once arrive as they were sent, each with its header', { timeout: 200_000 }, async () => {
      const [one, two] = [await send('+12025550191', 2), await send('+12025550192')]
      await becomes(one, { status: 'sending' })
      for (const id of [one, two]) await becomes(id, { status: 'delivered', error: null })
      const received = machine.received().sort((a, b) => a.to.localeCompare(b.to))
      expect(received).toMatchObject([
        { to: '+12025550191', pages: 2 },
        { to: '+12025550192', pages: 1 },
      ])
      for (const [index, id] of [one, two].entries()) {
        const arrived = received[index]!
        expect(arrived).toMatchObject({ caller: ACME_FAX, station: ACME_FAX, status: 'SUCCESS', mode })
        const { bytes } = await world.ada.get(`/fax/messages/${id}/file`, { format: 'tiff' })
        const [sent, came] = [bitmapsOf(bytes), bitmapsOf(arrived.tiff)]
        expect(came).toHaveLength(sent.length)
        for (const [page, { dots }] of sent.entries()) expect(came[page]!.dots.equals(dots)).toBe(true)
      }
      await expect.poll(left).toEqual([])
    })

    it('a fax arrives at the number of the company, and at no other', { timeout: 200_000 }, async () => {
      const pages = makeFaxTiff(2)
      await machine.send(ACME_FAX, '+12025550777', pages)
      await machine.send(GLOBEX_FAX, '+12025550777', pages)
      const received = async () => (await world.ada.get('/fax/messages', { direction: 'inbound' })).body
      await expect.poll(async () => (await received()).length, ON_THE_LINE).toBe(1)
      const [fax] = await received()
      expect(fax).toMatchObject({
        from: '+12025550777',
        to: ACME_FAX,
        pages: 2,
        error: null,
        status: 'received',
      })
      const { bytes } = await world.ada.get(`/fax/messages/${fax.id}/file`, { format: 'tiff' })
      const [sent, came] = [bitmapsOf(pages), bitmapsOf(bytes)]
      for (const [page, { dots }] of sent.entries()) expect(came[page]!.dots.equals(dots)).toBe(true)
      expect(machine.sent()).toEqual([`SUCCESS 2 ${mode}`])
      expect((await world.hank.get('/fax/messages')).body).toEqual([])
      const [call] = (await world.ada.get('/cdrs', { result: 'answered' })).body
      expect(call).toMatchObject({ to: ACME_FAX, direction: 'inbound', answered_at: expect.any(String) })
      expect(call.duration).toBeGreaterThan(5)
      await expect.poll(left).toEqual([])
    })

    it.runIf(t38)('a number that does not exist fails at once', { timeout: 200_000 }, async () => {
      const id = await send(machineNumbers.unknown)
      await becomes(id, { status: 'failed', error: 'This number does not exist' })
    })

    it.runIf(t38)('a busy number is called again later', { timeout: 200_000 }, async () => {
      const id = await send(machineNumbers.busy)
      const waiting = { status: 'media.processed', error: 'The number is busy' }
      await becomes(id, waiting)
      world.clock.advance(16)
      await expect.poll(() => attempts(id), ON_THE_LINE).toBe(2)
      await becomes(id, waiting)
      await expect.poll(left).toEqual([])
    })

    it.runIf(t38)('a call that breaks off is tried again', { timeout: 200_000 }, async () => {
      const id = await send(machineNumbers.brittle)
      await becomes(id, { status: 'media.processed', error: 'The call broke off before the first page' })
      await expect.poll(left).toEqual([])
    })

    it.runIf(t38)('a company without a trunk reaches only numbers of this server', async () => {
      const sent = await postFax(world.hank, makePdf(), { to: '+12025550191' })
      await expect
        .poll(() => show(world.hank, sent.body.id), ON_THE_LINE)
        .toMatchObject({
          status: 'failed',
          error: 'The organization has no trunk over which the fax could leave this server',
        })
      const local = await postFax(world.hank, makePdf(), { to: ACME_FAX })
      await expect
        .poll(() => show(world.hank, local.body.id), ON_THE_LINE)
        .toMatchObject({ status: 'delivered' })
    })
  })
})
