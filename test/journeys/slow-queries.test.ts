import { afterAll, describe, expect, it } from 'vitest'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { runSwitchboard, startSwitchboard } from '../harness/run-switchboard.ts'

describe.each(engines)('SLOW_QUERY_MS on %s', (engine) => {
  let place: Place
  afterAll(() => place?.remove())

  it('logs statements without their values, and none without the setting', async () => {
    place = await makePlace(engine)
    const run = async (args: string[], environment = {}) => {
      const ended = await runSwitchboard(args, { place, environment })
      expect(ended.code).toBe(0)
      return ended
    }
    expect((await run(['create-organization', 'Acme'])).stderr).toBe('')
    await run(['create-user', 'ada@acme.example', 'Ada Confidential', '--role', 'administrator'])
    const { stderr } = await run(['list-users'], { SLOW_QUERY_MS: '0' })
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines).toContainEqual(
      expect.objectContaining({
        msg: 'slow query',
        product: 'chat',
        sql: expect.stringMatching(/from "users"/),
      }),
    )
    const server = await startSwitchboard([], { place, environment: { SLOW_QUERY_MS: '0' } })
    await server.stop()
    expect(server.stderr()).toContain('slow query')
    expect(stderr + server.stderr()).not.toMatch(/Confidential|ada@acme\.example/)
  }, 120_000)
})
