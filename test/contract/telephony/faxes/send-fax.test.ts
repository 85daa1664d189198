import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf, makeTiff, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { ACME_FAX, GLOBEX_FAX, postFax, untilStatus } from '../../../harness/fax-world.ts'
import { formOf } from '../../../harness/form-of.ts'
import type { TelephonyAnswer } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'
import { withoutPrograms } from '../../../harness/without-programs.ts'

describe.skipIf(missingDocumentPrograms)(`asking for a fax${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    let pdf: { id: string }
    beforeAll(async () => {
      world = await startTelephonyWorld(engine)
      pdf = await uploadFile(world.ben, makePdf())
    })
    afterAll(() => world.stop())

    /** Nothing is stored of what is refused. */
    async function expectRefusal(ask: () => Promise<TelephonyAnswer>, fault: object) {
      const count = async () => [
        (await world.ada.get('/fax/messages')).headers['x-pagination-total-count'],
        (await world.ada.get('/files')).headers['x-pagination-total-count'],
      ]
      const before = await count()
      const { status, body } = await ask()
      expect(status).toBe(400)
      expect(body.errors[0]).toMatchObject(fault)
      expect(await count()).toEqual(before)
    }

    it.each([
      [{}, '/to', 'is required'],
      [{ to: '' }, '/to', 'must not be empty'],
      [{ to: 12025550112 }, '/to', 'must be a string'],
      [{ to: 'hello' }, '/to', 'is not a phone number'],
      [{ to: GLOBEX_FAX, from: '+12025550112' }, '/from', 'is not a fax number of the organization'],
      [{ to: GLOBEX_FAX, from: 'x' }, '/from', 'is not a fax number of the organization'],
      [{ to: GLOBEX_FAX, subject: 'x'.repeat(501) }, '/subject', 'must have at most 500 characters'],
      [{ to: GLOBEX_FAX, color: 'red' }, '/color', 'is not a known field'],
    ])('%j is refused', async (input, pointer, detail) => {
      await expectRefusal(() => world.ben.post('/fax/messages', { file_id: pdf.id, ...input }), {
        pointer,
        detail,
      })
    })

    it('a document must be named or brought, and not both', async () => {
      const { body, headers } = await formOf({ to: GLOBEX_FAX })
      await expectRefusal(() => world.ben.call('POST', '/fax/messages', body, headers), { pointer: 'upfile' })
      await expectRefusal(() => world.ben.post('/fax/messages', { to: GLOBEX_FAX }), { pointer: '/file_id' })
      await expectRefusal(() => postFax(world.ben, makePdf(), { to: GLOBEX_FAX, file_id: pdf.id }), {
        pointer: 'file_id',
      })
      await expectRefusal(() => world.ben.call('POST', '/fax/messages', '{'), { pointer: '' })
      await expectRefusal(() => world.ben.call('POST', '/fax/messages'), { pointer: '' })
    })

    it('a form may name a file, and choose the number', async () => {
      const { body, headers } = await formOf({ to: GLOBEX_FAX, from: '202-555-0111', file_id: pdf.id })
      const sent = await world.ben.call('POST', '/fax/messages', body, headers)
      expect(sent.body).toMatchObject({ from: ACME_FAX, file: { id: pdf.id } })
    })

    it('a file that the sender may not see cannot be sent', async () => {
      const [adas, hanks] = [await uploadFile(world.ada, makePdf()), await uploadFile(world.hank, makePdf())]
      for (const id of [adas.id, hanks.id, 'f'.repeat(24)]) {
        await expectRefusal(() => world.ben.post('/fax/messages', { to: GLOBEX_FAX, file_id: id }), {
          pointer: '/file_id',
          detail: 'names no file that you may send',
        })
      }
    })

    it('a file without contents cannot be sent', async () => {
      const { body: empty } = await world.ben.post('/files', { name: 'empty' })
      await expectRefusal(() => world.ben.post('/fax/messages', { to: GLOBEX_FAX, file_id: empty.id }), {
        detail: 'names a file that has not been uploaded',
      })
    })

    it('only a PDF or TIFF can be sent, under any name', async () => {
      await expectRefusal(() => postFax(world.ben, Buffer.from('just text')), {
        pointer: 'upfile',
        detail: 'must be a PDF or a TIFF',
      })
      const text = await uploadFile(world.ben, Buffer.from('just text'), 'letter.pdf')
      await expectRefusal(() => world.ben.post('/fax/messages', { to: GLOBEX_FAX, file_id: text.id }), {
        pointer: '/file_id',
        detail: 'must be a PDF or a TIFF',
      })
    })

    it.each([
      ['PDF', () => makePdf().subarray(0, 70)],
      ['TIFF', () => makeTiff().subarray(0, 100)],
    ])('a broken %s is refused at once', async (_name, make) => {
      await expectRefusal(() => postFax(world.ben, make()), {
        pointer: 'upfile',
        detail: 'cannot be read: the document is broken or locked',
      })
    })

    it('one that shows only later to be broken fails, and says why', async () => {
      // Its list of pages is there, but not the pages.
      const { status, body } = await postFax(world.ben, makePdf().subarray(0, 300))
      expect(status).toBe(202)
      const failed = await untilStatus(world.ben, body.id, 'failed')
      expect(failed.error).toBe('The document cannot be converted: it is broken or locked')
    })

    it('350 pages are the most', async () => {
      await expectRefusal(() => postFax(world.ben, makePdf(351)), {
        pointer: 'upfile',
        detail: 'must have at most 350 pages, not 351',
      })
      const most = await postFax(world.ben, makePdf(350))
      expect(most.body.pages).toBe(350)
      // Nobody needs to wait for its conversion.
      expect((await world.ada.delete(`/fax/messages/${most.body.id}`)).status).toBe(200)
    })

    it('50 MB are the most', async () => {
      const large = Buffer.concat([makePdf(), Buffer.alloc(50 * 1024 * 1024)])
      const { status, body } = await postFax(world.ben, large)
      expect([status, body.detail]).toEqual([413, 'A file may have at most 50 MB'])
      const larger = Buffer.concat([large, Buffer.alloc(1_100_000)])
      expect((await postFax(world.ben, larger)).status).toBe(413)
    })

    it('a company without a fax number sends none', async () => {
      const { createCompany } = await import('../../../../src/telephony/company/create-company.ts')
      const { apiKey } = await createCompany(world.telephony, {
        name: 'Initech',
        owner: { firstName: 'Bill' },
        location: 'Office',
      })
      const bill = world.as(apiKey, 'primary')
      const { status, body } = await postFax(bill, makePdf())
      expect(status).toBe(400)
      expect(body.errors[0]).toEqual({
        pointer: '/from',
        detail: 'cannot be chosen: the organization has no fax number',
      })
      expect((await bill.get('/fax/numbers')).body).toEqual([])
    })

    it('without ghostscript the answer is 503, names the package, and nothing is stored', async () => {
      const answer = await withoutPrograms(() => postFax(world.ben, makePdf()))
      expect(answer.status).toBe(503)
      expect(answer.body.detail).toContain('ghostscript')
      const tiff = makeTiff()
      const second = await withoutPrograms(() => postFax(world.ben, tiff))
      expect(second.body.detail).toContain('libtiff-tools')
    })

    it('the same Idempotency-Key sends one fax', async () => {
      const once = world.ben.with({ 'idempotency-key': 'fax-1' })
      const input = { to: GLOBEX_FAX, file_id: pdf.id, subject: 'only once' }
      const [first, again] = [
        await once.post('/fax/messages', input),
        await once.post('/fax/messages', input),
      ]
      expect(again.body.id).toBe(first.body.id)
      await untilStatus(world.ben, first.body.id, 'delivered')
      const { body } = await world.ben.get('/fax/messages', { search: 'only once' })
      expect(body).toHaveLength(1)
    })
  })
})
