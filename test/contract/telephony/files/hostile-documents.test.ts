import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { GLOBEX_FAX, postFax, untilStatus } from '../../../harness/fax-world.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'

const outside = mkdtempSync(join(tmpdir(), 'switchboard-outside-'))
const secret = join(outside, 'secret')
const made = join(outside, 'made')
writeFileSync(secret, 'showpage')

/** Programs that want out, behind the first line of a PDF. */
const programs = {
  'runs a command': `(%pipe%touch ${made}) (w) file closefile`,
  'runs a command as its output': `mark /OutputFile (%pipe%touch ${made}) currentdevice putdeviceprops pop showpage`,
  'writes a file': `(${made}) (w) file dup (x) writestring closefile`,
  'deletes a file': `(${secret}) deletefile`,
  'runs another file': `(${secret}) run`,
}

describe.skipIf(missingDocumentPrograms)(`documents that want out${missingDocumentPrograms}`, () => {
  afterAll(() => rmSync(outside, { recursive: true }))

  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    beforeAll(async () => {
      world = await startTelephonyWorld(engine)
    })
    afterAll(() => world.stop())

    const expectNoHarm = () => {
      expect(existsSync(made)).toBe(false)
      expect(existsSync(secret)).toBe(true)
      expect(readdirSync(join(world.config.dataDir, 'conversions'))).toEqual([])
    }

    it.each(Object.entries(programs))(
      'one that %s is not obeyed: no preview, no fax',
      async (_what, program) => {
        const bytes = Buffer.from(`%PDF-1.4\n${program}\nshowpage\n%%EOF\n`)
        const file = await uploadFile(world.ben, bytes, 'letter.pdf')
        expect(file.preview).toBeNull()
        expect((await world.ben.post(`/conversion/files/${file.id}/representation`)).status).toBe(400)
        expect((await postFax(world.ben, bytes)).status).toBe(400)
        expectNoHarm()
      },
    )

    it('one without that first line is no document at all', async () => {
      const bytes = Buffer.from(`%!PS-Adobe-3.0\n${programs['writes a file']}\nshowpage\n`)
      expect((await uploadFile(world.ben, bytes, 'letter.pdf')).mimetype).toBe('text/plain')
      expect((await postFax(world.ben, bytes)).body.errors[0].detail).toBe('must be a PDF or a TIFF')
      expectNoHarm()
    })

    it.each([
      `$(touch ${made}).pdf`,
      `\`touch ${made}\`.pdf`,
      `x;touch ${made};.pdf`,
      `x|touch ${made}`,
      `-sOutputFile=${made}`,
      '-dNOSAFER.pdf',
      '@arguments.pdf',
    ])('a file called %s is converted like any other', async (name) => {
      const file = await uploadFile(world.ben, makePdf(), name)
      expect(file.preview.mimetype).toBe('image/png')
      const { body } = await world.ben.post('/fax/messages', { to: GLOBEX_FAX, file_id: file.id })
      await untilStatus(world.ben, body.id, 'delivered')
      expectNoHarm()
    })
  })
})
