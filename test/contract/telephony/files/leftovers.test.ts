import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tendFiles } from '../../../../src/telephony/files/tend-files.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'

describe.each(engines)('bytes that nobody knows any more, on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  /** The hourly work, without the hour. */
  async function collect(): Promise<void> {
    const works: (() => Promise<void>)[] = []
    await tendFiles(world.telephony, {
      every: (_ms, _name, work) => void works.push(work),
      stop: async () => {},
    })
    expect(works).toHaveLength(1)
    for (const work of works) await work()
  }

  it('go after an hour; what is known or young stays', async () => {
    const { dataDir } = world.config
    const file = await uploadFile(world.ben, Buffer.from('known'))
    const folder = join(dataDir, 'files', world.demo.acme.company.public_id)
    const left = [
      join(folder, `${'a'.repeat(24)}-000000000000`),
      // What a crash during an upload leaves: another name for a file that exists, or half of one.
      join(folder, `${file.id}-000000000000`),
      join(folder, `${file.id}-111111111111.part`),
      join(dataDir, 'conversions', 'work-abcdef'),
    ]
    for (const path of left.slice(0, 3)) writeFileSync(path, 'left')
    mkdirSync(left[3]!, { recursive: true })
    await collect()
    expect(left.map((path) => existsSync(path))).toEqual([true, true, true, true])
    world.clock.advance(3_700)
    await collect()
    expect(left.map((path) => existsSync(path))).toEqual([false, false, false, false])
    expect((await world.ben.get(`/files/${file.id}/download`)).bytes.toString()).toBe('known')
  })
})
