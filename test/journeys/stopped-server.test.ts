import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { type EngineName, engines } from '../harness/engines.ts'
import { startWorld } from '../harness/world.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** In a function of its own, so that no variable refers to the server any more. */
async function startAndStop(engine: EngineName): Promise<WeakRef<object>[]> {
  const world = await startWorld(engine)
  expect((await world.ada.get('/users/me')).body.result).toBe('success')
  await world.stop()
  return [new WeakRef(world.app), new WeakRef(world.chat)]
}

describe.each(engines)('A stopped server on %s', (engine) => {
  it('is freed from memory', async () => {
    const left = await startAndStop(engine)
    await expect
      .poll(() => {
        collectGarbage()
        return left.filter((reference) => reference.deref() !== undefined).length
      })
      .toBe(0)
  })
})
