import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectFaxes, startFaxJobs } from '../../../../src/telephony/fax/fax-jobs.ts'
import { FaxLineFailure, type FaxLineListener } from '../../../../src/telephony/fax/faxes/fax-line.ts'
import { makeFaxTiff, makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { ACME_FAX, postFax, untilStatus, watchCompany } from '../../../harness/fax-world.ts'
import { listContents } from '../../../harness/stored-contents.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { withoutPrograms } from '../../../harness/without-programs.ts'

describe.skipIf(missingDocumentPrograms)(`what the line brings${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    /** What a line would call. */
    let hear: FaxLineListener
    let tiff: Buffer
    beforeAll(async () => {
      tiff = makeFaxTiff(2)
      world = await startTelephonyWorld(engine, { LOG_LEVEL: 'silent' })
      const { faxLine } = world.telephony
      const listen = (listener: FaxLineListener) => {
        hear = listener
        faxLine.listen(listener)
      }
      const { signal: stopping } = new AbortController()
      const regularWork = {
        every: () => {},
        onLeader: () => {},
        onWake: () => () => {},
        stopping,
        stop: async () => {},
      }
      await startFaxJobs({ ...world.telephony, faxLine: { ...faxLine, listen } }, regularWork)
    })
    afterAll(() => world.stop())

    const fax = (lineId: string, to = ACME_FAX, pages = tiff, isComplete = true) =>
      ({
        kind: 'received',
        lineId,
        from: '2025550177',
        fromName: 'Joe\r\n',
        to,
        tiff: pages,
        isComplete,
      }) as const
    const list = async () => (await world.ada.get('/fax/messages')).body

    it('a fax is stored once, however often it comes', async () => {
      const news = await watchCompany(world, 'acme')
      expect(await Promise.all([hear(fax('line-1')), hear(fax('line-1'))])).toEqual([true, true])
      expect(await hear(fax('line-1'))).toBe(true)
      const faxes = await list()
      expect(faxes).toHaveLength(1)
      expect(faxes[0]).toMatchObject({ from: '+12025550177', from_name: 'Joe', pages: 2, to_name: 'Acme' })
      expect((await world.ada.get('/files')).body).toHaveLength(1)
      expect((await news()).map(({ type }) => type)).toEqual(['fax.message.new'])
    })

    it('the same name at another company is another fax', async () => {
      expect(await hear(fax('line-1', '+12025550112'))).toBe(true)
      expect((await world.hank.get('/fax/messages')).body).toHaveLength(1)
    })

    it('a fax for nobody is not ours', async () => {
      expect(await hear(fax('line-4', '+12025550188'))).toBe(false)
      expect(await hear({ kind: 'ended', id: 'f'.repeat(24), status: 'delivered' })).toBe(false)
      expect(await list()).toHaveLength(1)
    })

    it('a fax that has ended stays as it is, even if the line reports more', async () => {
      const { body } = await postFax(world.ada, makePdf())
      const delivered = await untilStatus(world.ada, body.id, 'delivered')
      const news = await watchCompany(world, 'acme')
      const failure = new FaxLineFailure('Too late', true)
      expect(await hear({ kind: 'ended', id: body.id, status: 'failed', failure })).toBe(true)
      expect((await world.ada.get(`/fax/messages/${body.id}`)).body).toEqual(delivered)
      expect(await news()).toEqual([])
    })

    it('pages that cannot be read are kept as they came: their sender believes that we have them', async () => {
      const broken = Buffer.from('II*\0nothing')
      expect(await hear(fax('line-2', ACME_FAX, broken))).toBe(true)
      const [unreadable] = await list()
      expect(unreadable).toMatchObject({ pages: 0, error: 'The pages cannot be read', status: 'received' })
      const kept = await world.ada.get(`/fax/messages/${unreadable.id}/file`, { format: 'tiff' })
      expect(kept.bytes.equals(broken)).toBe(true)
      expect((await world.ada.get(`/fax/messages/${unreadable.id}/file`)).status).toBe(400)
    })

    it('what came before the call broke off is stored with a remark, and nothing if nothing came', async () => {
      expect(await hear(fax('line-5', ACME_FAX, tiff, false))).toBe(true)
      const [part, ...others] = await list()
      expect(part).toMatchObject({ pages: 2, error: 'The call broke off: pages may be missing' })
      expect(await hear(fax('line-6', ACME_FAX, Buffer.from('II*\0'), false))).toBe(true)
      expect(await list()).toEqual([part, ...others])
    })

    it('pages of faxes that nobody knows any more go after an hour', async () => {
      const [known] = await list()
      const { contents } = world.telephony
      const left = [`${'a'.repeat(24)}.tiff`, `${known.id}.tiff.old`]
      for (const name of left) {
        await contents.write({ kind: 'faxes', tenant: known.company, name }, Buffer.from('left'))
      }
      const files = () => listContents(contents, 'faxes', known.company)
      const before = await files()
      expect(before).toEqual(expect.arrayContaining([...left, `${known.id}.tiff`]))
      await collectFaxes(world.telephony)
      expect(await files()).toEqual(before)
      world.clock.advance(3_700)
      await collectFaxes(world.telephony)
      expect(await files()).toEqual(before.filter((name) => !left.includes(name)))
    })

    it('without the programs the line has to bring it again', async () => {
      await withoutPrograms(() => expect(hear(fax('line-3'))).rejects.toThrow('libtiff-tools'))
      const before = (await list()).length
      expect(await hear(fax('line-3'))).toBe(true)
      expect(await list()).toHaveLength(before + 1)
    })
  })
})
