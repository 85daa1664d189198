import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bitmapsOf, makePdf, makeTiff, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { postFax, untilStatus } from '../../../harness/fax-world.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

/** Above this row is the header, below it the page. */
const HEADER_ROWS = 41

describe.skipIf(missingDocumentPrograms)(`the header line${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    beforeAll(async () => {
      world = await startTelephonyWorld(engine)
    })
    afterAll(() => world.stop())

    type Bitmap = ReturnType<typeof bitmapsOf>[number]
    /** The black dots of a part of the header, as text. */
    const part = ({ width, dots }: Bitmap, from: number, to: number) =>
      Array.from({ length: HEADER_ROWS }, (_, row) =>
        dots.subarray(row * width + from, row * width + to).toString('hex'),
      ).join('\n')
    const isBlank = (text: string) => !text.includes('01')

    async function receivedPages(document: Buffer): Promise<Bitmap[]> {
      const { body } = await postFax(world.ada, document)
      await untilStatus(world.ada, body.id, 'delivered')
      const [{ id }] = (await world.hank.get('/fax/messages')).body
      const { bytes } = await world.hank.get(`/fax/messages/${id}/file`, { format: 'tiff' })
      return bitmapsOf(bytes)
    }

    it.each([
      ['PDF', makePdf(2)],
      ['TIFF', makeTiff(2)],
    ])('a %s arrives with the time, the sender and the number of each page', async (_type, document) => {
      const [first, second] = await receivedPages(document)
      for (const page of [first!, second!]) {
        expect([page.width, page.height]).toEqual([1728, 2292])
        expect(isBlank(part(page, 60, 450))).toBe(false)
        expect(isBlank(part(page, 600, 1100))).toBe(false)
        expect(isBlank(part(page, 1450, 1700))).toBe(false)
      }
      expect(part(first!, 0, 1400)).toBe(part(second!, 0, 1400))
      expect(part(first!, 1400, 1728)).not.toBe(part(second!, 1400, 1728))
    })

    it('the time is that of sending', async () => {
      const [before] = await receivedPages(makePdf())
      world.clock.advance(3600)
      const [after] = await receivedPages(makePdf())
      expect(part(before!, 500, 1728)).toBe(part(after!, 500, 1728))
      expect(part(before!, 0, 500)).not.toBe(part(after!, 0, 500))
    })
  })
})
