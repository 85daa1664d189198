import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeZip } from '../../../test/harness/make-zip.ts'
import { tarEnd, tarHeader, tarPadding } from './tar-entry.ts'
import { unpackArchive } from './unpack-archive.ts'

const tarOf = (name: string, content: string, kind = '0') => {
  const header = tarHeader({ name, size: content.length, modified: 0 })
  header.write(kind, header.length - 512 + 156)
  header.fill(' ', header.length - 512 + 148, header.length - 512 + 156)
  const sum = header.subarray(-512).reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, header.length - 512 + 148)
  return Buffer.concat([header, Buffer.from(content), tarPadding(content.length), tarEnd])
}

describe('unpacking an archive of unknown origin', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'switchboard-unpack-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const unpack = async (bytes: Buffer) => {
    writeFileSync(join(folder, 'archive'), bytes)
    await unpackArchive(join(folder, 'archive'), join(folder, 'out'))
    return readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' }).sort()
  }

  it('takes zip, tar and tar.gz', async () => {
    const content = 'Ünïcode'.repeat(1000)
    expect(await unpack(makeZip({ 'general/2024-01-01.json': content, 'users.json': '[]' }))).toEqual([
      'general',
      'general/2024-01-01.json',
      'users.json',
    ])
    expect(readFileSync(join(folder, 'out/general/2024-01-01.json'), 'utf8')).toBe(content)
    expect(await unpack(tarOf('./export/realm.json', '{}'))).toContain('export/realm.json')
    expect(await unpack(gzipSync(tarOf('other/realm.json', '{}')))).toContain('other/realm.json')
  })

  it.each(['../escaped', '/tmp/escaped', 'a/../../escaped', 'a\\..\\escaped'])(
    'refuses the name %s',
    async (name) => {
      await expect(unpack(makeZip({ [name]: 'x' }))).rejects.toThrow(/unsafe name|is damaged/)
      await expect(unpack(tarOf(name, 'x'))).rejects.toThrow('unsafe name')
      expect(existsSync(join(folder, 'escaped'))).toBe(false)
    },
  )

  it('links in an archive are not unpacked', async () => {
    await expect(unpack(tarOf('link', '', '2'))).rejects.toThrow('ENOENT')
  })

  it('stops before an archive fills the disk', async () => {
    const zip = makeZip({ 'bomb.json': 'x' })
    // What the directory of the archive states.
    zip.writeUInt32LE(0xf0000000, zip.indexOf('PK\x01\x02') + 24)
    await expect(unpack(zip)).rejects.toThrow(/unpacks to more than 1073741824 bytes \(at bomb\.json\)/)
  })

  it('says that something is not an archive, or is damaged', async () => {
    await expect(unpack(Buffer.from('hello'))).rejects.toThrow('archive is neither a zip nor a tar archive.')
    await expect(unpack(gzipSync(tarOf('a', 'x'.repeat(5000))).subarray(0, 40))).rejects.toThrow(
      'archive is damaged',
    )
    await expect(unpack(makeZip({ a: 'x' }).subarray(0, 30))).rejects.toThrow('archive is damaged')
  })
})
