import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeTiff, makePdf, makeTiff, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import {
  ACME_FAX,
  eventually,
  GLOBEX_FAX,
  postFax,
  untilStatus,
  watchCompany,
} from '../../../harness/fax-world.ts'
import { isThere } from '../../../harness/stored-contents.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'

describe.skipIf(missingDocumentPrograms)(`a fax between two companies${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    beforeAll(async () => {
      world = await startTelephonyWorld(engine)
    })
    afterAll(() => world.stop())

    const newest = async () => (await world.hank.get('/fax/messages', { page_size: 1 })).body[0]

    it('goes out in steps, with an event for each', async () => {
      const [acme, globex] = [await watchCompany(world, 'acme'), await watchCompany(world, 'globex')]
      const file = await uploadFile(world.ben, makePdf(2))
      const sent = await world.ben.post('/fax/messages', {
        to: '(202) 555-0112',
        to_name: 'Hank',
        subject: 'The offer',
        file_id: file.id,
      })
      expect(sent.status).toBe(202)
      expect(sent.body).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        company: world.demo.acme.company.public_id,
        created_at: expect.stringMatching(/^\d{4}-/),
        direction: 'outbound',
        error: null,
        file: { id: file.id, internal_id: expect.any(Number) },
        from: ACME_FAX,
        from_name: 'Acme',
        is_read: true,
        pages: 2,
        status: 'queued',
        subject: 'The offer',
        to: GLOBEX_FAX,
        to_name: 'Hank',
      })
      const delivered = await untilStatus(world.ben, sent.body.id, 'delivered')
      expect(delivered).toEqual({ ...sent.body, status: 'delivered' })
      const steps = ['media.processed', 'sending', 'delivered']
      expect(await acme()).toEqual([
        expect.objectContaining({ type: 'fax.message.new', audience: { to: 'company' }, payload: sent.body }),
        ...steps.map((status) =>
          expect.objectContaining({
            type: 'fax.message.updated',
            audience: { to: 'company' },
            payload: { ...sent.body, status },
          }),
        ),
      ])
      const received = await newest()
      expect(received).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        company: world.demo.globex.company.public_id,
        created_at: expect.stringMatching(/^\d{4}-/),
        direction: 'inbound',
        error: null,
        file: { id: expect.any(String), internal_id: expect.any(Number) },
        from: ACME_FAX,
        from_name: 'Acme',
        is_read: false,
        pages: 2,
        status: 'received',
        subject: '',
        to: GLOBEX_FAX,
        to_name: 'Globex',
      })
      expect((await globex()).map(({ type, payload }) => ({ type, payload }))).toEqual([
        { type: 'fax.message.new', payload: received },
      ])
    })

    it('arrives as a PDF and as the pages of a fax machine', async () => {
      const sent = await postFax(world.ada, makePdf(3))
      await untilStatus(world.ada, sent.body.id, 'delivered')
      const received = await newest()
      const pdf = await world.hank.get(`/fax/messages/${received.id}/file`)
      expect(pdf.headers['content-type']).toBe('application/pdf')
      expect(pdf.headers['content-disposition']).toContain(`fax-${received.id}.pdf`)
      expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
      const tiff = await world.hank.get(`/fax/messages/${received.id}/file`, { format: 'tiff' })
      expect(tiff.headers['content-type']).toBe('image/tiff')
      const pages = describeTiff(tiff.bytes)
      expect(pages).toHaveLength(3)
      for (const page of pages) {
        expect(page).toContain('Image Width: 1728')
        expect(page).toContain('Resolution: 204, 196')
        expect(page).toContain('CCITT Group 4')
      }
      const theirs = await world.ada.get(`/fax/messages/${sent.body.id}/file`, { format: 'tiff' })
      expect(theirs.bytes.equals(tiff.bytes)).toBe(true)
      const file = (await world.hank.get(`/files/${received.file.id}`)).body
      expect(file).toMatchObject({ mimetype: 'application/pdf', user_id: null, size: pdf.bytes.length })
      expect(file.preview.base64.startsWith('data:image/png;base64,')).toBe(true)
      expect((await world.hank.get(`/fax/messages/${received.id}/file?format=jpeg`)).status).toBe(400)
    })

    it('takes a coloured TIFF of any size, and shows it as a PDF', async () => {
      const tiff = makeTiff(2)
      const sent = await postFax(world.ada, tiff)
      expect(sent.body.pages).toBe(2)
      await untilStatus(world.ada, sent.body.id, 'delivered')
      const pdf = await world.ada.get(`/fax/messages/${sent.body.id}/file`)
      expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-')
      const pages = await world.ada.get(`/fax/messages/${sent.body.id}/file`, { format: 'tiff' })
      expect(describeTiff(pages.bytes).every((page) => page.includes('Image Width: 1728'))).toBe(true)
      const own = await world.ada.get(`/files/${sent.body.file.id}/download`)
      expect(own.bytes.equals(tiff)).toBe(true)
    })

    it('to a number where nobody answers it fails, and says so', async () => {
      const sent = await postFax(world.ada, makePdf(), { to: '+12025550188' })
      const failed = await untilStatus(world.ada, sent.body.id, 'failed')
      expect(failed.error).toBe('Nobody answers at this number')
    })

    it('is deleted with its own document, and leaves one that was there before', async () => {
      const file = await uploadFile(world.ada, makePdf())
      const acme = await watchCompany(world, 'acme')
      const ofFile = (await world.ada.post('/fax/messages', { to: GLOBEX_FAX, file_id: file.id })).body
      const ofForm = (await postFax(world.ada, makePdf())).body
      for (const { id } of [ofFile, ofForm]) await untilStatus(world.ada, id, 'delivered')
      expect((await world.ada.delete(`/files/${file.id}`)).status).toBe(409)
      for (const { id } of [ofFile, ofForm]) {
        const tiff = { kind: 'faxes', tenant: ofFile.company, name: `${id}.tiff` }
        expect(await isThere(world.telephony.contents, tiff)).toBe(true)
        expect((await world.ada.delete(`/fax/messages/${id}`)).body.id).toBe(id)
        expect(await isThere(world.telephony.contents, tiff)).toBe(false)
        expect((await world.ada.get(`/fax/messages/${id}`)).status).toBe(404)
      }
      expect((await world.ada.get(`/files/${ofForm.file.id}`)).status).toBe(404)
      expect((await world.ada.delete(`/files/${file.id}`)).status).toBe(200)
      const deleted = (await acme()).filter(({ type }) => type === 'fax.message.delete')
      expect(deleted.map(({ payload }) => payload)).toEqual([{ id: ofFile.id }, { id: ofForm.id }])
    })

    it('between two numbers of one company it is there twice, outbound and inbound', async () => {
      const sent = await postFax(world.ada, makePdf(), { to: ACME_FAX })
      await untilStatus(world.ada, sent.body.id, 'delivered')
      const found = await eventually('it came in', async () => {
        const { body } = await world.ada.get('/fax/messages', { direction: 'inbound', search: ACME_FAX })
        return body.length > 0 && body
      })
      expect(found[0]).toMatchObject({ direction: 'inbound', from: ACME_FAX, to: ACME_FAX, is_read: false })
    })
  })
})
