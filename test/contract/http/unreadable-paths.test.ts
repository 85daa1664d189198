import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Paths that cannot be read on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it.each([
    ['a broken escape', '/%zz'],
    ['an escape that is no UTF-8', '/messages/%ff/history'],
    ['an endless name', `/external/${'x'.repeat(600)}`],
  ])('%s: an error of the client, in the envelope', async (_what, url) => {
    const answer = await world.ada.raw({ method: 'POST', url })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(answer.body).toMatchObject({ result: 'error', code: expect.any(String) })
  })
})
