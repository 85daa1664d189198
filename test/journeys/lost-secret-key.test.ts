import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildSwitchboard } from '../harness/build-switchboard.ts'
import { engines, makePlace, type Place } from '../harness/engines.ts'
import { runSwitchboard } from '../harness/run-switchboard.ts'
import { type SecretHolder, startSecretHolder } from '../harness/secret-holder.ts'

const TIMEOUT_MS = 240_000

beforeAll(() => buildSwitchboard())

describe.each(engines)('replace-lost-key on %s', (engine) => {
  let place: Place
  let holder: SecretHolder | undefined
  beforeEach(async () => {
    place = await makePlace(engine)
  })
  afterEach(async () => {
    await holder?.server.kill()
    await place.remove()
  })

  /** `args` []: a development server would miss the key of the demo company and make the company again. */
  const start = async (key?: string, args?: string[]) => {
    holder = await startSecretHolder(place, key, {}, args)
    return holder
  }
  const stop = async () => {
    await holder!.stop()
    holder = undefined
  }
  const run = (...args: string[]) => runSwitchboard(args, { place })
  const replace = () => run('replace-lost-key', '--give-up-secrets')

  it(
    'gives up what is lost, makes new secrets, and says what is to do',
    async () => {
      const { chat, phones } = await start()
      const { api_key: oldKey } = (await chat('POST', '/dev_fetch_api_key', { username: 'ada@example.com' }))
        .body
      const [{ uuid }] = (await phones('GET', '/instances')).body
      const extensions = `/instances/${uuid}/bulks/extensions`
      const [before] = (await phones('GET', extensions)).body
      const inUse = await replace()
      expect(inUse).toMatchObject({ code: 1, stdout: '' })
      await stop()
      expect(await replace()).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('The key is not lost'),
      })

      rmSync(join(place.dataDir, 'secret.key'))
      expect((await run('list-users')).stderr).toContain('SECRET_KEY is not set')
      expect(await run('replace-lost-key')).toMatchObject({ code: 2, stdout: '' })
      expect((await run('list-users')).code).toBe(1)
      const { code, stdout, stderr } = await replace()
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^- 4 people sign in again/m)
      expect(stdout).toMatch(/^- 3 bots have new API keys/m)
      expect(stdout).toMatch(/^- \d+ extensions have new SIP passwords/m)
      const phoneKey = /^API key of Acme, .*: (sb_\w+)$/m.exec(stdout)![1]!

      const now = await start(oldKey, [])
      expect((await now.chat('GET', '/users/me')).status).toBe(401)
      expect((await now.phones('GET', '/instances')).status).toBe(401)
      const signIn = { username: 'ada@example.com', password: 'demo-password' }
      const { api_key: newKey } = (await now.chat('POST', '/fetch_api_key', signIn, {})).body
      await stop()
      const again = await start(newKey, [])
      expect((await again.chat('GET', '/users/me')).status).toBe(200)
      const [after] = (await again.phones('GET', extensions, undefined, phoneKey)).body
      expect(after._id).toBe(before._id)
      expect(after.data.secret).not.toBe(before.data.secret)
      expect((await again.phones('PATCH', `${extensions}/${after._id}`, {}, phoneKey)).status).toBe(200)
      await stop()
      expect((await replace()).stderr).toContain('The key is not lost')
    },
    TIMEOUT_MS,
  )
})
