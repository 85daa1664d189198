import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf, makeTiff, missingDocumentPrograms, tinyPng } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'
import { withoutPrograms } from '../../../harness/without-programs.ts'

const PNG = 'data:image/png;base64,iVBORw0KGgo'

describe.each(engines)('previews on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  const represent = (id: string) => world.ben.post(`/conversion/files/${id}/representation`)

  it('a small picture is its own', async () => {
    const file = await uploadFile(world.ben, tinyPng, 'dot.png')
    const preview = {
      base64: `data:image/png;base64,${tinyPng.toString('base64')}`,
      filename: 'dot.png',
      mimetype: 'image/png',
    }
    expect(file.preview).toEqual(preview)
    expect((await represent(file.id)).body).toEqual(preview)
    expect((await world.ben.get('/files')).body[0].preview).toEqual(preview)
  })

  it('a large picture and other kinds of files have none', async () => {
    const large = Buffer.concat([tinyPng, Buffer.alloc(200_000)])
    for (const bytes of [large, Buffer.from('text')]) {
      const file = await uploadFile(world.ben, bytes)
      expect(file.preview).toBeNull()
      expect((await represent(file.id)).status).toBe(400)
    }
  })

  it('there is none before the upload', async () => {
    const { body } = await world.ben.post('/files', { name: 'later' })
    expect((await represent(body.id)).status).toBe(404)
  })

  it('a page of the list carries 8 MB of previews at most', async () => {
    const picture = Buffer.concat([tinyPng, Buffer.alloc(199_000)])
    for (let count = 0; count < 31; count += 1) await uploadFile(world.hank, picture)
    const { body } = await world.hank.get('/files', { page_size: 1000 })
    const shown = body.map(({ preview }: { preview: object | null }) => preview !== null)
    expect(shown.filter((isShown: boolean) => isShown)).toHaveLength(30)
    expect(shown.lastIndexOf(true)).toBe(29)
  })

  it('without ghostscript files are taken all the same; asking for a preview names the package', async () => {
    const file = await withoutPrograms(async () => {
      const uploaded = await uploadFile(world.ben, makePdf())
      expect(uploaded).toMatchObject({ mimetype: 'application/pdf', preview: null })
      const { status, body } = await represent(uploaded.id)
      expect(status).toBe(503)
      expect(body.detail).toContain('ghostscript')
      return uploaded
    })
    if (missingDocumentPrograms === '') {
      expect((await represent(file.id)).body.base64.startsWith(PNG)).toBe(true)
      expect((await world.ben.get(`/files/${file.id}`)).body.preview.base64.startsWith(PNG)).toBe(true)
    }
  })
})

describe.skipIf(missingDocumentPrograms)(`previews of documents${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    beforeAll(async () => {
      world = await startTelephonyWorld(engine)
    })
    afterAll(() => world.stop())

    const represent = (id: string) => world.ben.post(`/conversion/files/${id}/representation`)

    it.each([
      ['PDF', 'application/pdf', makePdf],
      ['TIFF', 'image/tiff', makeTiff],
    ] as const)('of a %s it is the first page', async (_name, mimetype, make) => {
      const [one, two] = [
        await uploadFile(world.ben, make(1), 'a'),
        await uploadFile(world.ben, make(2), 'b'),
      ]
      expect(one).toMatchObject({ mimetype, preview: { filename: 'a.png', mimetype: 'image/png' } })
      expect(one.preview.base64.startsWith(PNG)).toBe(true)
      expect(two.preview.base64).toBe(one.preview.base64)
      const other = await uploadFile(world.ben, makePdf(1, 'Another'))
      expect(other.preview.base64).not.toBe(one.preview.base64)
    })

    it.each([
      ['PDF', makePdf],
      ['TIFF', makeTiff],
    ] as const)('each page of a %s can be had, larger than the preview', async (_name, make) => {
      const file = await uploadFile(world.ben, make(2), 'letter')
      const page = (number: number | string) =>
        world.ben.post(`/conversion/files/${file.id}/representation?page=${number}`)
      const [first, second, third] = [await page(1), await page(2), await page(3)]
      expect(first.body).toMatchObject({ filename: 'letter-1.png', mimetype: 'image/png' })
      expect(first.body.base64.startsWith(PNG)).toBe(true)
      expect(second.body.base64.startsWith(PNG)).toBe(true)
      expect(second.body.base64).not.toBe(first.body.base64)
      expect(first.body.base64.length).toBeGreaterThan(file.preview.base64.length)
      expect(third.status).toBe(400)
      expect(third.body.errors[0].pointer).toBe('page')
      expect((await page('0')).status).toBe(400)
      // The preview of lists stays the small one.
      expect((await represent(file.id)).body).toEqual(file.preview)
    })

    it('what is no document has no pages', async () => {
      const file = await uploadFile(world.ben, tinyPng, 'dot.png')
      const { status, body } = await world.ben.post(`/conversion/files/${file.id}/representation?page=1`)
      expect([status, body.detail]).toEqual([400, 'There are no pages in image/png'])
    })

    it('a broken document is kept, without a preview', async () => {
      const file = await uploadFile(world.ben, makePdf().subarray(0, 200))
      expect(file).toMatchObject({ mimetype: 'application/pdf', size: 200, preview: null })
      const { status, body } = await world.ben.post(`/conversion/files/${file.id}/representation`)
      expect(status).toBe(400)
      expect(body.errors[0].pointer).toBe('file_id')
    })

    it('the programs leave nothing behind', async () => {
      await uploadFile(world.ben, makePdf())
      const folder = join(world.config.dataDir, 'conversions')
      expect(existsSync(folder)).toBe(true)
      expect(readdirSync(folder)).toEqual([])
    })
  })
})
