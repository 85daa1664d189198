import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutboundFax } from '../../../../src/telephony/fax/faxes/fax-line.ts'
import { makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { eventually, postFax } from '../../../harness/fax-world.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.skipIf(missingDocumentPrograms)(`the pages for the line${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    let fax: OutboundFax
    beforeAll(async () => {
      world = await startTelephonyWorld(engine)
      const handedOver: OutboundFax[] = []
      world.telephony.faxLine.send = async (one) => void handedOver.push(one)
      await postFax(world.ada, makePdf())
      fax = await eventually('it is handed over', async () => handedOver[0])
    })
    afterAll(() => world.stop())

    const fetchPages = (token: string) => world.stranger.get(`/fax/pages/${token}`)
    const tokenOf = () => fax.url.slice('http://phones.example.com/fax/pages/'.length)

    it('everyone with the URL gets them', async () => {
      expect(fax.url.startsWith('http://phones.example.com/fax/pages/')).toBe(true)
      const { status, bytes, headers } = await fetchPages(tokenOf())
      expect([status, headers['content-type']]).toEqual([200, 'image/tiff'])
      expect(bytes.equals(fax.tiff)).toBe(true)
    })

    it('no address can be made up', async () => {
      const [company, id, until, signature] = tokenOf().split('.')
      const { body: file } = await world.ada.get('/files')
      const { body: shared } = await world.ada.post(`/files/${file[0].id}/generate_url`, {})
      const faked = [
        [company, id, String(Number(until) + 1), signature],
        ['2', id, until, signature],
        [company, 'f'.repeat(24), until, signature],
        [company, id, until, signature!.replace(/./, (first) => (first === 'A' ? 'B' : 'A'))],
        [company, id, until],
        shared.url.split('/').at(-1).split('.'),
      ]
      for (const token of faked) expect((await fetchPages(token.join('.'))).status).toBe(404)
      expect((await world.stranger.get(`/files/shared/${tokenOf()}`)).status).toBe(404)
    })

    it('it is valid for an hour', async () => {
      world.clock.advance(3_601)
      expect((await fetchPages(tokenOf())).status).toBe(404)
    })
  })
})
