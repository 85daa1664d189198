import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFileJobs } from '../../../../src/telephony/files/file-jobs.ts'
import { engines } from '../../../harness/engines.ts'
import { listContents } from '../../../harness/stored-contents.ts'
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
    const note = (_ms: number, _name: string, work: () => Promise<void>) => void works.push(work)
    await startFileJobs(world.telephony, {
      every: note,
      onLeader: note,
      onWake: () => () => {},
      stopping: new AbortController().signal,
      stop: async () => {},
    })
    expect(works).toHaveLength(2)
    for (const work of works) await work()
  }

  it('go after an hour; what is known or young stays', async () => {
    const { dataDir } = world.config
    const file = await uploadFile(world.ben, Buffer.from('known'))
    const { contents } = world.telephony
    const tenant = world.demo.acme.company.public_id
    // What a crash during an upload leaves: also another name for a file that exists.
    const left = [`${'a'.repeat(24)}-000000000000`, `${file.id}-000000000000`]
    for (const name of left) await contents.write({ kind: 'files', tenant, name }, Buffer.from('left'))
    // Or half of one, which only a folder can have.
    const half = join(dataDir, 'files', tenant, `${file.id}-111111111111.part`)
    if (engine === 'SQLite') writeFileSync(half, 'left')
    const work = join(dataDir, 'conversions', 'work-abcdef')
    mkdirSync(work, { recursive: true })
    const before = await listContents(contents, 'files', tenant)
    await collect()
    expect(await listContents(contents, 'files', tenant)).toEqual(before)
    expect([existsSync(work), existsSync(half)]).toEqual([true, engine === 'SQLite'])
    world.clock.advance(3_700)
    await collect()
    expect([existsSync(work), existsSync(half)]).toEqual([false, false])
    expect(await listContents(contents, 'files', tenant)).toEqual(
      before.filter((name) => !left.includes(name)),
    )
    expect((await world.ben.get(`/files/${file.id}/download`)).bytes.toString()).toBe('known')
  })
})
