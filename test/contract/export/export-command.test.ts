import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../../harness/engines.ts'
import { runSwitchboard } from '../../harness/run-switchboard.ts'
import { unpackArchive } from '../../harness/unpack-archive.ts'

describe.each(engines)('switchboard export on %s', (engine) => {
  let place: Place
  const run = (...args: string[]) => runSwitchboard(args, { place })
  beforeAll(async () => {
    place = await makePlace(engine)
    await run('seed-demo')
    await run('create-organization', 'Rafts', '--host', 'rafts.example.com')
  }, 180_000)
  afterAll(() => place.remove())

  it('writes the organization of the root domain, or the one that is named', async () => {
    const out = join(place.dataDir, 'out', 'acme.tar.gz')
    expect(await run('export', '--out', out)).toEqual({
      code: 0,
      stdout: `Exported Acme to ${out}.\n`,
      stderr: '',
    })
    const { tables, manifest } = unpackArchive(readFileSync(out))
    expect(tables.users!.map((row) => row.email)).toContain('ada@example.com')
    expect(manifest.organization).toMatchObject({ name: 'Acme', host: '' })
    const other = join(place.dataDir, 'out', 'rafts.tar.gz')
    await run('export', '--organization', 'rafts.example.com', '--out', other)
    expect(unpackArchive(readFileSync(other)).tables.users).toHaveLength(1)
    expect(readdirSync(join(place.dataDir, 'out')).sort()).toEqual(['acme.tar.gz', 'rafts.tar.gz'])
  })

  it('overwrites nothing, and says what is missing', async () => {
    const out = join(place.dataDir, 'secret.key')
    const before = readFileSync(out, 'utf8')
    expect(await run('export', '--out', out)).toEqual({
      code: 1,
      stdout: '',
      stderr: `${out} exists already.\n`,
    })
    expect(readFileSync(out, 'utf8')).toBe(before)
    expect(await run('export')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--out is missing.'),
    })
    expect(await run('export', '--organization', 'nowhere', '--out', `${out}.x`)).toMatchObject({
      code: 1,
      stderr: "There is no organization at host 'nowhere'.\n",
    })
  })
})
